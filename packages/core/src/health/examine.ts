import type { Finding, HealthView } from '@patchbay/contracts';
import { hasRole, type Principal } from '../access/principal.ts';
import type { CatalogTool } from '../catalog/catalog-tool.ts';
import type { Clock } from '../clock.ts';
import type { ToolsFor } from '../policies/rules.ts';
import type { KnownServer } from '../servers/server-view.ts';
import { aboutServer } from './about-server.ts';

export interface ExamineDeps {
  readonly checkHealth: () => Promise<HealthView>;
  readonly servers: () => Promise<readonly KnownServer[]>;
  readonly tools: () => readonly CatalogTool[];
  readonly toolsFor: ToolsFor;
  /** Calls that may have run when the hub was killed, and at which nobody has looked. */
  readonly unknownCalls: () => Promise<number>;
  readonly clock: Clock;
}

/** Explains an empty list of tools or a refused call from end to end: who asks, the hub, each server. */
export function createExamine(deps: ExamineDeps) {
  const { checkHealth, servers, tools, toolsFor, unknownCalls, clock } = deps;
  return async function examine(principal: Principal): Promise<readonly Finding[]> {
    const [health, known, unknown] = await Promise.all([checkHealth(), servers(), unknownCalls()]);
    return [
      aboutPrincipal(principal),
      ...health.checks.map(aboutCheck),
      ...health.warnings
        .filter(({ serverId }) => serverId === undefined)
        .map(({ message }) => problem('hub', message)),
      ...health.warnings.filter(({ category }) => category === 'tools').map(aboutReview),
      ...(known.length === 0 ? [noServers] : known.map((server) => aboutServer(server, clock.now()))),
      aboutTools(toolsFor(principal).length),
      ...aboutHidden(tools().length - toolsFor(principal).length),
      ...(unknown > 0 ? [aboutUnknown(unknown)] : []),
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

function aboutReview({ message, serverId }: HealthView['warnings'][number]): Finding {
  return { ...ok('review', message), level: 'note', serverId: serverId ?? null };
}

function aboutUnknown(count: number): Finding {
  const says = `${String(count)} calls were on their way when the hub was killed. They may have run.`;
  const fix = 'Look what became of them: `GET /api/mcp/calls/unknown` lists them, DELETE dismisses one.';
  return { level: 'note', about: 'calls', says, fix, serverId: null };
}

function aboutTools(count: number): Finding {
  if (count > 0) return ok('tools', `${count === 1 ? '1 tool is' : `${String(count)} tools are`} on offer.`);
  return {
    ...ok('tools', 'No tool is on offer.'),
    level: 'note',
    fix: 'Only connected servers offer tools; see above.',
  };
}

function aboutHidden(count: number): Finding[] {
  if (count === 0) return [];
  const some = count === 1 ? '1 tool is' : `${String(count)} tools are`;
  const says = `${some} not shown to you, because rules forbid ${count === 1 ? 'it' : 'them'}.`;
  return [{ ...ok('policies', says), level: 'note', fix: '`patchbay policies list` shows the rules.' }];
}

function ok(about: string, says: string): Finding {
  return { level: 'ok', about, says, fix: null, serverId: null };
}

function problem(about: string, says: string): Finding {
  return { level: 'problem', about, says, fix: null, serverId: null };
}
