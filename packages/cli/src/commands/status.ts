import { type HealthView, serverStatuses, type ServerView, showLine } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand, type Context } from '../command.ts';
import { describeStatus, paintStatus } from '../describe-server.ts';
import { bad, bold, faint, formatFields, formatSpan, good, warned } from '../output.ts';
import { drawOrWatch, watchFlag } from '../watch.ts';

export const command = defineCommand({
  flags: [watchFlag],
  examples: ['patchbay status', 'patchbay status --watch', 'patchbay status --json'],
  input: z.object({ watch: z.boolean().default(false) }),

  run: (context, { watch }) =>
    drawOrWatch(context, watch, { events: ['server.', 'catalog.', 'approval.', 'tool.', 'hub.'], draw }),
});

async function draw({ hub, out, json }: Context): Promise<number> {
  const client = hub();
  const [health, servers, { tools }, waiting] = await Promise.all([
    client.health(),
    client.listServers(),
    client.listTools(),
    client.listApprovals({ query: { limit: 1_000 } }),
  ]);
  const exitCode = health.status === 'unhealthy' ? 1 : 0;
  const counts = { toolCount: tools.length, pendingApprovals: waiting.length };
  if (json) return (out(JSON.stringify({ ...health, servers, ...counts })), exitCode);
  out(describe(health, servers, counts));
  return exitCode;
}

const paints = { ok: good, degraded: warned, unhealthy: bad } as const;

interface Counts {
  readonly toolCount: number;
  readonly pendingApprovals: number;
}

function describe(health: HealthView, servers: readonly ServerView[], counts: Counts): string {
  const { toolCount, pendingApprovals } = counts;
  const { status: state, version, uptimeMs, checks, warnings } = health;
  const broken = checks.filter(({ ok }) => !ok);
  // What a server's own line says already is not said again.
  const others = warnings.filter(({ serverId }) => serverId === undefined);
  const fields = [
    ['Hub', `${paints[state](state)}, up ${formatSpan(uptimeMs)}`],
    ...broken.map(({ name, message }) => ['', bad(`${name}: ${message ?? 'does not work'}`)] as const),
    ['Servers', describeServers(servers)],
    ['Tools', `${String(toolCount)} on offer`],
    ...(pendingApprovals > 0 ? [['Approvals', describeWaiting(pendingApprovals)] as const] : []),
    ...others.map(({ message }) => ['Warning', warned(showLine(message))] as const),
  ] as const;
  return [`${bold('Patchbay')} ${version}`, formatFields(fields)].join('\n');
}

function describeWaiting(amount: number): string {
  return `${warned(`${String(amount)} ${amount === 1 ? 'waits' : 'wait'}`)} ${faint('(patchbay approvals list)')}`;
}

function describeServers(servers: readonly ServerView[]): string {
  if (servers.length === 0) return `none ${faint('(patchbay servers add)')}`;
  const counts = serverStatuses.flatMap((each) => {
    const amount = servers.filter((server) => server.status === each).length;
    return amount === 0 ? [] : [`${String(amount)} ${paintStatus(each)}`];
  });
  const away = servers.filter((server) => server.status !== 'CONNECTED');
  const now = Date.now();
  return [
    counts.join(', '),
    ...away.map((server) => `${bold(server.name)} is ${describeStatus(server, now)}`),
  ].join('\n');
}
