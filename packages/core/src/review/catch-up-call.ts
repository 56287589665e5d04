import type { AskedCall } from '../calls/call.ts';
import type { Toolbox } from '../catalog/toolbox.ts';
import type { createKeepFresh } from '../catalog/keep-fresh.ts';
import { inTime } from '../connections/in-time.ts';
import type { Server } from '../servers/server.ts';
import type { Timers } from '../timers.ts';
import { pinModeOf } from './pin.ts';

export interface CatchUpCallDeps {
  readonly keepFresh: Pick<ReturnType<typeof createKeepFresh>, 'hasNews' | 'catchUp'>;
  readonly toolbox: Pick<Toolbox, 'resolve'>;
  readonly timers: Timers;
  readonly listMsOf: (server: Server) => number;
}

/**
 * Where changed tools are held back, a server that says that its tools are others is read before the next call of it,
 * not a moment later with the rest.
 */
export function createCatchUpCall({ keepFresh, toolbox, timers, listMsOf }: CatchUpCallDeps) {
  return (call: AskedCall): Promise<void> | undefined => {
    if (!keepFresh.hasNews()) return undefined;
    const server = serverOf(call, call.toolbox ?? toolbox);
    if (!server || pinModeOf(server.settings) !== 'quarantine') return undefined;
    const reading = keepFresh.catchUp(server.name);
    const timeoutMs = listMsOf(server);
    return reading && inTime(reading, { timeoutMs, signal: call.signal }, { timers, serverId: server.name });
  };
}

/** A name that means nothing is told later, to the one who called it. */
function serverOf({ name, server }: AskedCall, toolbox: Pick<Toolbox, 'resolve'>): Server | undefined {
  try {
    return toolbox.resolve(name, server).supervisor.server;
  } catch {
    return undefined;
  }
}
