import { type ServerStatus, type ServerView, showLine } from '@patchbay/contracts';
import { bad, count, faint, formatRelative, good, warned } from './output.ts';
import { showArgv } from './show-text.ts';

const paints: Readonly<Record<ServerStatus, (text: string) => string>> = {
  CONNECTED: good,
  CONNECTING: warned,
  PENDING: warned,
  FAILED: bad,
  DISCONNECTED: faint,
  DISABLED: faint,
};

export function paintStatus(status: ServerStatus, text: string = status): string {
  return paints[status](text);
}

/** `CONNECTED, 3 tools.` or `FAILED: Nothing listens there. Next attempt in 5 seconds.` */
export function describeStatus(server: ServerView, now: number): string {
  const { status, toolCount } = server;
  const reason = reasonOf(server);
  if (status === 'CONNECTED') return `${paintStatus(status)}, ${count(toolCount, 'tool')}.`;
  const why = reason === null ? '.' : `: ${withStop(reason)}`;
  return [`${paintStatus(status)}${why}`, ...nextAttempt(server, now)].join(' ');
}

/** In one line, and without the name that stands beside it already. */
export function reasonOf({ name, statusReason }: ServerView): string | null {
  if (statusReason === null) return null;
  const lead = `MCP server "${name}": `;
  const at = statusReason.indexOf(lead);
  return showLine(at === -1 ? statusReason : statusReason.slice(at + lead.length));
}

function nextAttempt({ nextAttemptAt }: ServerView, now: number): string[] {
  return nextAttemptAt === null ? [] : [`Next attempt ${inFuture(nextAttemptAt, now)}.`];
}

/** Our clock and that of the hub may differ by a little. */
export function inFuture(iso: string, now: number): string {
  return formatRelative(new Date(Math.max(Date.parse(iso), now)).toISOString(), now);
}

/** What to do about a server that offers nothing now; empty for one that does. */
export function adviseOn({ status, name, transport, settings }: ServerView): string[] {
  if (status === 'CONNECTED')
    return settings.review
      ? [`New tools of it are hidden until somebody accepts them: \`patchbay tools review ${name}\`.`]
      : [];
  if (status !== 'FAILED') return [wayOut[status](name)];
  const check =
    transport === 'STDIO'
      ? 'Check that the program is there and starts, on the machine and as the user of the hub.'
      : 'Check the address, that the server runs, and whether it wants a token (--token-env).';
  return [
    check,
    `\`patchbay servers update ${name}\` changes it, \`patchbay servers connect ${name}\` tries at once.`,
  ];
}

const wayOut: Readonly<Record<Exclude<ServerStatus, 'CONNECTED' | 'FAILED'>, (name: string) => string>> = {
  CONNECTING: (name) => `\`patchbay servers show ${name}\` says how it went.`,
  PENDING: (name) => `\`patchbay servers connect ${name}\` connects it.`,
  DISCONNECTED: (name) => `\`patchbay servers connect ${name}\` connects it again.`,
  DISABLED: (name) => `\`patchbay servers enable ${name}\` lets it be connected again.`,
};

export function argvOf({ config: { command, args = [] } }: ServerView): string[] {
  return command === undefined ? [] : [command, ...args];
}

/** `STDIO uvx mcp-server-time`, `HTTP https://example.com/mcp`. */
export function describeReach(server: ServerView): string {
  const { transport, baseUrl } = server;
  return `${transport} ${baseUrl ?? showArgv(argvOf(server), Number.POSITIVE_INFINITY).join(' ')}`;
}

/** `a, b, c and 12 more`. */
export function listSome(names: readonly string[], most = 20): string {
  const shown = names.slice(0, most).map(showLine).join(', ');
  return names.length > most ? `${shown} and ${String(names.length - most)} more` : shown;
}

function withStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
