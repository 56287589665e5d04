import type { Finding } from '@patchbay/contracts';
import type { KnownServer } from '../servers/server-view.ts';

/** How its connection is, and what to do about it. */
export function aboutServer({ server, connection, record }: KnownServer, now: Date): Finding {
  const { status, reason, nextAttemptAt } = connection;
  const serverId = server.name;
  const about = `server ${serverId}`;
  const count = record.offer?.tools.length ?? 0;
  if (status === 'CONNECTED')
    return { level: 'ok', about, says: `Connected, ${String(count)} tools.`, fix: null, serverId };
  const next = nextAttemptAt ? ` Next attempt in ${inSeconds(nextAttemptAt, now)}.` : '';
  const says = `${status}${reason === null ? '.' : `: ${reason}`}${next}`;
  const level = status === 'FAILED' ? 'problem' : 'note';
  return { level, about, says, fix: fixes[status](serverId), serverId };
}

const fixes: Readonly<Record<KnownServer['connection']['status'], (name: string) => string | null>> = {
  CONNECTED: () => null,
  CONNECTING: () => 'Wait a moment, and look again.',
  PENDING: (name) => `\`patchbay servers connect ${name}\` connects it.`,
  DISCONNECTED: (name) => `\`patchbay servers connect ${name}\` connects it again.`,
  FAILED: (name) => `Mend what the reason names; \`patchbay servers connect ${name}\` tries at once.`,
  DISABLED: (name) => `\`patchbay servers enable ${name}\` lets it be connected.`,
};

function inSeconds(at: Date, now: Date): string {
  return `${String(Math.max(0, Math.round((at.getTime() - now.getTime()) / 1_000)))} s`;
}
