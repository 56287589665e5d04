import { fail } from '@patchbay/contracts';
import type { Supervisor } from '@patchbay/core';
import { resumeKeptCalls } from './wire-approvals.ts';
import type { Parts, World } from './wire.ts';

/** Starting programs is work for the machine; a hundred at once would keep all of them from being in time. */
const programsAtOnce = 8;

/**
 * What was registered before is there again, and what is to be connected is being connected. Nobody waits for
 * it, so that a slow server does not keep the port closed, unless `startup` is `fatal`.
 */
export async function startServers(world: World, { mcp }: Parts): Promise<void> {
  const supervisors = await mcp.known.restore();
  for (const { server } of supervisors) mcp.review.learn(server);
  mcp.keepFresh.start();
  mcp.watch.start();
  mcp.approvals.approvals.start();
  await resumeKeptCalls(world, mcp);
  const { startup } = world.loaded.config;
  if (startup === 'lazy') return;
  const connecting = connectAll(supervisors.filter(({ server }) => server.autoConnect && server.enabled));
  if (startup !== 'fatal') return;
  await connecting;
  const missing = missingServers(mcp.connections.list());
  if (missing.length > 0) throw fail('SERVERS_REQUIRED', { missing });
}

/** Servers marked as required that are not connected, with the reason. */
export function missingServers(supervisors: readonly Supervisor[]): readonly string[] {
  return supervisors
    .filter((supervisor) => supervisor.server.settings.required)
    .flatMap((supervisor) => {
      const { status, reason } = supervisor.view();
      return status === 'CONNECTED' ? [] : [`${supervisor.server.name} (${reason ?? status})`];
    });
}

async function connectAll(supervisors: readonly Supervisor[]): Promise<void> {
  const programs = supervisors.filter(({ server }) => server.transport.kind === 'stdio');
  const others = supervisors.filter(({ server }) => server.transport.kind !== 'stdio');
  const queue = programs.values();
  const startNext = async (): Promise<void> => {
    for (const supervisor of queue) await connect(supervisor);
  };
  await Promise.all([...others.map(connect), ...Array.from({ length: programsAtOnce }, startNext)]);
}

async function connect(supervisor: Supervisor): Promise<void> {
  await supervisor.connect().catch(() => undefined); // the status tells it
}
