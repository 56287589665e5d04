import type { PinMode, ServerDetail } from '@patchbay/contracts';

/** A server in the fields of a form. */
export interface Draft {
  readonly title: string;
  readonly description: string;
  readonly command: string;
  readonly args: string;
  readonly cwd: string;
  readonly env: string;
  readonly url: string;
  readonly bearerToken: string;
  readonly headers: string;
  readonly autoConnect: boolean;
  readonly required: boolean;
  readonly review: boolean;
  readonly checkArguments: boolean;
  readonly trustAnnotations: boolean;
  readonly pin: PinMode;
  readonly ambiguous: 'safe-only' | 'always' | 'never';
}

export function toDraft({ title, description, config, autoConnect, settings }: ServerDetail): Draft {
  const { required, review, checkArguments, trustAnnotations, pin, retry } = settings;
  return {
    title: title ?? '',
    description: description ?? '',
    command: config.command ?? '',
    args: (config.args ?? []).join('\n'),
    cwd: config.cwd ?? '',
    env: '',
    url: config.url ?? '',
    bearerToken: '',
    headers: '',
    autoConnect,
    required,
    review,
    checkArguments,
    trustAnnotations,
    pin,
    ambiguous: retry.ambiguous,
  };
}

/** What was left empty where the hub keeps a secret is left out: then that stays. */
export function toBody(draft: Draft) {
  const { autoConnect, required, review, checkArguments, trustAnnotations, pin, ambiguous } = draft;
  return {
    title: draft.title || null,
    description: draft.description || null,
    ...(draft.url === '' ? programOf(draft) : remoteOf(draft)),
    autoConnect,
    required,
    review,
    checkArguments,
    trustAnnotations,
    pin,
    retry: { ambiguous },
  };
}

function programOf({ command, args, cwd, env }: Draft) {
  const variables = linesOf(env, '=');
  return {
    command,
    args: args === '' ? [] : args.split('\n'),
    cwd: cwd || null,
    ...(variables && { env: variables }),
  };
}

function remoteOf({ url, bearerToken, headers }: Draft) {
  const given = linesOf(headers, ':');
  return { url, ...(bearerToken !== '' && { bearerToken }), ...(given && { headers: given }) };
}

function linesOf(text: string, mark: '=' | ':'): Record<string, string> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return undefined;
  const pairs = lines.map((line) => {
    const at = line.indexOf(mark);
    return at === -1 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}
