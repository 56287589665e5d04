import {
  type ServerDetail,
  type ServerSettings,
  showArgument,
  showLine,
  showProse,
} from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { adviseOn, argvOf, inFuture, listSome, paintStatus } from '../describe-server.ts';
import { bold, faint, formatFields, formatRelative, formatSpan } from '../output.ts';
import { showArgv, wrap } from '../show-text.ts';

export const command = defineCommand({
  args: [['<name>', 'the name of the server, or its id']],
  examples: ['patchbay servers show time'],
  input: z.object({ name: z.string() }),

  async run({ hub, out, err, json, columns }, { name }) {
    const server = await hub().getServer({ params: { name } });
    if (json) return (out(JSON.stringify(server)), 0);
    out(describe(server, columns));
    for (const line of adviseOn(server)) err(faint(line));
    return 0;
  },
});

type Field = readonly [name: string, value: string];

/** As wide as the longest name of a field, with the gaps around it. */
const margin = 16;

function describe(server: ServerDetail, columns: number): string {
  const now = Date.now();
  const width = Math.max(columns - margin, 40);
  const fields = [
    ...statusFields(server, now),
    ...reachFields(server, width),
    ...protocolFields(server),
    ...settingFields(server),
    ...offerFields(server, now),
    ['Registered', `${formatRelative(server.createdAt, now)}, ${sources[server.source]}`] as const,
    ['Changed', `${formatRelative(server.updatedAt, now)}, revision ${String(server.revision)}`] as const,
    ['Id', server.id] as const,
  ];
  // A command has its own lines, and folding one would make it look like two arguments.
  const folded = fields.map(([name, value]): Field =>
    name === 'Command' ? [name, value] : [name, wrap(value, width).join('\n')],
  );
  const title = server.title === null ? '' : `  ${showLine(server.title)}`;
  return [`${bold(server.name)}${title}`, formatFields(folded)].join('\n');
}

const sources = {
  api: 'over REST or the command line',
  file: 'from the configuration file',
  library: 'by the program around the hub',
  mesh: 'as an agent of the mesh',
} as const;

function statusFields(server: ServerDetail, now: number): Field[] {
  const { status, statusReason, statusSince, nextAttemptAt, lastAnswerAt, description } = server;
  return [
    ...field('About', description && showProse(description)),
    ['Status', `${paintStatus(status)}, since ${formatRelative(statusSince, now)}`],
    ...field('Reason', statusReason && showProse(statusReason)),
    ...field('Next attempt', nextAttemptAt && inFuture(nextAttemptAt, now)),
    ...field('Last answer', lastAnswerAt && formatRelative(lastAnswerAt, now)),
    ...troubleFields(server, now),
  ];
}

/** While it is FAILED, its status says the reason already. */
function troubleFields({ status, lastError }: ServerDetail, now: number): Field[] {
  if (!lastError) return [];
  const { at, reason, lastWords } = lastError;
  return [
    ...field('Last error', status !== 'FAILED' && `${formatRelative(at, now)}: ${showProse(reason)}`),
    ...field('Last words', lastWords && showProse(lastWords)),
  ];
}

function reachFields(server: ServerDetail, width: number): Field[] {
  const { transport, baseUrl, config, hasApiKey, apiKeyHint } = server;
  const argv = argvOf(server);
  return [
    ['Transport', transport],
    ...field('Command', argv.length > 0 && showArgv(argv, width).join('\n')),
    ...field('Folder', config.cwd && showArgument(config.cwd)),
    ...field('Variables', config.env?.join(', ')),
    ...field('Environment', config.inheritEnv && "the hub's own, too"),
    ...field('Address', baseUrl),
    ...field('Certificate', config.verifySsl === false && 'not checked'),
    ...field('Headers', config.headers?.join(', ')),
    ...field('Token', hasApiKey && (apiKeyHint ? `set, ends in ${apiKeyHint}` : 'set')),
  ];
}

function protocolFields({ session, serverInfo }: ServerDetail): Field[] {
  const { era, protocolVersion } = session ?? {};
  return [
    ...field('Calls itself', serverInfo && showLine(`${serverInfo.name} ${serverInfo.version}`)),
    ...field('Protocol', protocolVersion && `${protocolVersion}${era ? ` (${era})` : ''}`),
  ];
}

function settingFields({ autoConnect, settings }: ServerDetail): Field[] {
  const { required, retry } = settings;
  return [
    ['Connects', autoConnect ? 'by itself' : 'when somebody asks for it'],
    ...field('Required', required && 'yes'),
    ...field('Time-outs', describeTimeouts(settings)),
    ...field('Lost calls', retry.ambiguous !== 'safe-only' && `repeated ${retry.ambiguous}`),
    ...trustFields(settings),
  ];
}

/** How far what it says is believed, and shown. */
function trustFields(settings: ServerDetail['settings']): Field[] {
  const { trustAnnotations, checkArguments, review, pin, masking } = settings;
  const masked = masking && (masking.enabled ? masking.groups?.join(', ') : 'only stored credentials');
  return [
    ...field('Annotations', trustAnnotations && 'trusted'),
    ...field('Arguments', !checkArguments && 'not checked before they are sent'),
    ...field('Review', review && 'new tools are hidden until somebody accepts them'),
    ...field('Pin', pin !== 'warn' && pin),
    ...field('Masking', masked),
  ];
}

const timeoutNames = {
  connectMs: 'connect',
  listMs: 'list',
  callMs: 'call',
  idleMs: 'idle',
  interactionMs: 'interaction',
} as const;

function describeTimeouts({ timeouts }: ServerSettings): string {
  return Object.entries(timeoutNames)
    .flatMap(([key, name]) => {
      const ms = timeouts[key as keyof typeof timeoutNames];
      return ms === undefined ? [] : [`${name} ${ms < 1_000 ? `${String(ms)} ms` : formatSpan(ms)}`];
    })
    .join(', ');
}

function offerFields(server: ServerDetail, now: number): Field[] {
  const { syncStatus, syncError, lastSyncedAt, tools, resourceCount, promptCount, instructions } = server;
  const read = lastSyncedAt ? `read ${formatRelative(lastSyncedAt, now)}` : 'never read';
  return [
    ['Tools', `${String(tools.length)}, ${read}${tools.length > 0 ? `\n${listSome(tools, 100)}` : ''}`],
    ...field('Resources', resourceCount > 0 && String(resourceCount)),
    ...field('Prompts', promptCount > 0 && String(promptCount)),
    ...field('Sync', syncStatus === 'SYNC_FAILED' && `failed: ${showLine(syncError ?? '')}`),
    ...field('Instructions', instructions && showProse(instructions.trim())),
  ];
}

/** Nothing where there is nothing to say. */
function field(name: string, value: string | false | null | undefined): Field[] {
  return value ? [[name, value]] : [];
}
