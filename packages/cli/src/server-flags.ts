import {
  fail,
  parseDuration,
  pinModes,
  type Problem,
  type RouteInput,
  type Routes,
} from '@patchbay/contracts';
import { z } from 'zod';
import type { Flag, Terminal } from './command.ts';
import { toHeader } from './header-flag.ts';

/** How a server is reached and what is said about it, for `servers add` and `servers update`. */
export const serverFlags: readonly Flag[] = [
  ['--url <address>', 'where the server is, if it runs by itself'],
  ['--transport <kind>', 'http (Streamable HTTP) or sse (default: http; sse if the address ends in /sse)'],
  ['--header <name=value>', 'send this header with every request; may be repeated', 'each'],
  ['--token <token>', 'send this bearer token; typed here, it shows in `ps`'],
  ['--token-env <variable>', 'take the token from this variable of yours'],
  ['--token-stdin', 'read the token from stdin'],
  [
    '--env <name=value>',
    'a variable for the command; a name alone takes the value you have; may be repeated',
    'each',
  ],
  ['--cwd <folder>', 'the folder that the command starts in, on the machine of the hub'],
  ['--title <text>', 'a name for people'],
  ['--description <text>', 'what it is for'],
  ['--review', 'hide its new tools until somebody has accepted them'],
  ['--pin <mode>', 'what to do when a tool changes: warn, quarantine (hide it until it is accepted) or off'],
  ['--timeout <time>', 'how long connecting, and a call, may take: 500ms, 30s, 2m'],
];

const text = z.string().optional();

export const serverInput = z.object({
  url: text,
  transport: z.enum(['http', 'sse']).optional(),
  header: z.array(z.string().transform(toHeader)).optional(),
  token: text,
  tokenEnv: text,
  tokenStdin: z.boolean().optional(),
  env: z.array(z.string().transform(toVariable)).optional(),
  cwd: text,
  title: text,
  description: text,
  review: z.boolean().optional(),
  pin: z.enum(pinModes).optional(),
  timeout: z.string().transform(toMs).optional(),
  command: z.array(z.string()).default([]),
});
export type ServerFlags = z.output<typeof serverInput>;
export type ServerBody = RouteInput<Routes['createServer']>['body'];
type Kind = 'command' | 'url';

/** The body that says what the flags say. Only what was given is in it. Throws with every problem at once. */
export async function toServerBody(
  flags: ServerFlags,
  terminal: Pick<Terminal, 'environment' | 'readInput'>,
  kindBefore?: Kind,
): Promise<ServerBody> {
  const problems = [...reachProblems(flags, kindBefore), ...secretProblems(flags, terminal)];
  if (problems.length > 0) throw fail('INPUT_INVALID', { problems });
  const { header, env, cwd, title, description, review, pin, timeout } = flags;
  return {
    ...reachOf(flags),
    bearerToken: await readToken(flags, terminal),
    headers: header && Object.fromEntries(header),
    env: env && Object.fromEntries(env.map(([name, value]) => [name, value ?? own(terminal, name) ?? ''])),
    cwd,
    title,
    description,
    review,
    pin,
    timeouts: timeout === undefined ? undefined : { connectMs: timeout, callMs: timeout },
  };
}

function reachOf({ command: [command, ...args], url, transport }: ServerFlags): ServerBody {
  if (command !== undefined) return { command, args };
  return url === undefined ? {} : { url, transport: transport ?? transportOf(url) };
}

/** What an address without a word about its transport speaks. */
function transportOf(url: string): 'http' | 'sse' {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  return /\/sse\/?$/.test(path) ? 'sse' : 'http';
}

function reachProblems(flags: ServerFlags, kindBefore: Kind | undefined): Problem[] {
  const { url, transport, command } = flags;
  const hasCommand = command.length > 0;
  if (hasCommand && url !== undefined) return [problem('--url', 'Give an address or a command, not both.')];
  const kind = hasCommand ? 'command' : url === undefined ? kindBefore : 'url';
  if (kind === undefined)
    return [problem('', 'Say how it is reached: --url <address>, or -- and a command with its arguments.')];
  const isMoot = kind === 'url' && url === undefined && transport !== undefined;
  return [
    ...misplaced(flags, kind),
    ...(isMoot ? [problem('--transport', 'Give the address with it: --url <address>.')] : []),
  ];
}

const belongsTo = {
  url: ['transport', 'header', 'token', 'tokenEnv', 'tokenStdin'],
  command: ['env', 'cwd'],
} as const;

const advice = {
  url: 'It is for a server with an address. A command gets its secrets with --env.',
  command: 'It is for a command, and this server has an address.',
} as const;

function misplaced(flags: ServerFlags, kind: Kind): Problem[] {
  const other = kind === 'url' ? 'command' : 'url';
  return belongsTo[other]
    .filter((flag) => flags[flag] !== undefined)
    .map((flag) => problem(asTyped(flag), advice[other]));
}

function secretProblems(flags: ServerFlags, terminal: Pick<Terminal, 'environment'>): Problem[] {
  const given = (['token', 'tokenEnv', 'tokenStdin'] as const).filter((flag) => flags[flag] !== undefined);
  const unset = (flag: string, name: string): Problem[] =>
    own(terminal, name) ? [] : [problem(flag, `The variable ${name} is not set.`)];
  return [
    ...(given.length > 1 ? [problem(given.map(asTyped).join(', '), 'Give the token in one way.')] : []),
    ...(flags.tokenEnv === undefined ? [] : unset('--token-env', flags.tokenEnv)),
    ...(flags.env ?? []).flatMap(([name, value]) => (value === undefined ? unset('--env', name) : [])),
  ];
}

async function readToken(
  { token, tokenEnv, tokenStdin }: ServerFlags,
  terminal: Pick<Terminal, 'environment' | 'readInput'>,
): Promise<string | undefined> {
  if (tokenEnv !== undefined) return own(terminal, tokenEnv);
  if (!tokenStdin) return token;
  const read = (await terminal.readInput()).trim();
  if (read !== '') return read;
  throw fail('INPUT_INVALID', { problems: [problem('--token-stdin', 'Nothing came from stdin.')] });
}

function own({ environment }: Pick<Terminal, 'environment'>, name: string): string | undefined {
  return environment[name];
}

/** `name=value`, or as curl takes it: `name: value`. What was typed may be secret and is not repeated. */
function toVariable(typed: string, context: z.RefinementCtx): [string, string | undefined] {
  const [, name, value] = /^([^=\s]+)(?:=(.+))?$/s.exec(typed) ?? [];
  if (name !== undefined) return [name, value];
  context.addIssue('Write it as name=value, or as the name of a variable that you have.');
  return z.NEVER;
}

function toMs(typed: string, context: z.RefinementCtx): number {
  const ms = /^[\d.]+$/.test(typed) ? undefined : parseDuration(typed);
  if (ms !== undefined && ms > 0) return ms;
  context.addIssue('Write a time with its unit, such as 500ms, 30s or 2m.');
  return z.NEVER;
}

function asTyped(flag: string): string {
  return `--${flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function problem(path: string, message: string): Problem {
  return { path, message };
}
