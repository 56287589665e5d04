import type { Finding, HealthView } from '@patchbay/contracts';
import { hasRole, type Principal } from '../access/principal.ts';
import type { CatalogTool } from '../catalog/catalog-tool.ts';
import type { Clock } from '../clock.ts';
import type { KnownServer } from '../servers/server-view.ts';

export interface ExamineDeps {
  readonly checkHealth: () => Promise<HealthView>;
  readonly servers: () => Promise<readonly KnownServer[]>;
  readonly tools: () => readonly CatalogTool[];
  readonly clock: Clock;
}

/** Explains an empty list of tools or a refused call from end to end: who asks, the hub, each server. */
export function createExamine({ checkHealth, servers, tools, clock }: ExamineDeps) {
  return async function examine(principal: Principal): Promise<readonly Finding[]> {
    const [health, known] = await Promise.all([checkHealth(), servers()]);
    return [
      aboutPrincipal(principal),
      ...health.checks.map(aboutCheck),
      ...health.warnings
        .filter(({ serverId }) => serverId === undefined)
        .map(({ message }) => problem('hub', message)),
      ...(known.length === 0 ? [noServers] : known.map((server) => aboutServer(server, clock.now()))),
      aboutTools(tools().length),
    ];
  };
}

const noServers: Finding = {
  level: 'note',
  about: 'servers',
  says: 'No server is registered.',
  fix: 'Add one: `patchbay servers add <name> -- <command>` or `patchbay servers add <name> --url <url>`.',
  serverId: null,
};

function aboutPrincipal(principal: Principal): Finding {
  const says = `You are ${principal.name} (${principal.roles.join(', ')}${principal.permissions.length > 0 ? `; may ${principal.permissions.join(', ')}` : ''}).`;
  if (hasRole(principal, 'operator')) return ok('credential', says);
  return {
    ...ok('credential', says),
    level: 'note',
    fix: 'You may look, but calling tools needs the role operator.',
  };
}

function aboutCheck({ name, ok: isOk, message }: HealthView['checks'][number]): Finding {
  return isOk ? ok(name, 'It answers.') : problem(name, message ?? 'It does not answer.');
}

function aboutServer({ server, connection, record }: KnownServer, now: Date): Finding {
  const { status, reason, nextAttemptAt } = connection;
  const serverId = server.name;
  const count = record.offer?.tools.length ?? 0;
  if (status === 'CONNECTED')
    return { ...ok(`server ${serverId}`, `Connected, ${String(count)} tools.`), serverId };
  const next = nextAttemptAt ? ` Next attempt in ${inSeconds(nextAttemptAt, now)}.` : '';
  const says = `${status}${reason === null ? '.' : `: ${reason}`}${next}`;
  const level = status === 'FAILED' ? 'problem' : 'note';
  return { level, about: `server ${serverId}`, says, fix: fixes[status](serverId), serverId };
}

const fixes: Readonly<Record<KnownServer['connection']['status'], (name: string) => string | null>> = {
  CONNECTED: () => null,
  CONNECTING: () => 'Wait a moment, and look again.',
  PENDING: (name) => `\`patchbay servers connect ${name}\` connects it.`,
  DISCONNECTED: (name) => `\`patchbay servers connect ${name}\` connects it again.`,
  FAILED: (name) => `Mend what the reason names; \`patchbay servers connect ${name}\` tries at once.`,
  DISABLED: (name) => `\`patchbay servers enable ${name}\` lets it be connected.`,
};

function aboutTools(count: number): Finding {
  if (count > 0) return ok('tools', `${String(count)} tools are on offer.`);
  return {
    ...ok('tools', 'No tool is on offer.'),
    level: 'note',
    fix: 'Only connected servers offer tools; see above.',
  };
}

function inSeconds(at: Date, now: Date): string {
  return `${String(Math.max(0, Math.round((at.getTime() - now.getTime()) / 1_000)))} s`;
}

function ok(about: string, says: string): Finding {
  return { level: 'ok', about, says, fix: null, serverId: null };
}

function problem(about: string, says: string): Finding {
  return { level: 'problem', about, says, fix: null, serverId: null };
}
