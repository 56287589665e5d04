import { fail } from '@patchbay/contracts';
import type { ServerName } from '../../ids.ts';
import type { ReadyCall, Stage } from '../call.ts';

export interface GuardDeps {
  /** How many calls one server may have at once, so that a slow one cannot take the hub with it. */
  readonly maxCallsPerServer: number;
}

export function guard({ maxCallsPerServer }: GuardDeps): Stage<ReadyCall> {
  const running = new Map<ServerName, number>();
  return (next) => async (call) => {
    const { name } = call.target.supervisor.server;
    const waiting = running.get(name) ?? 0;
    if (waiting >= maxCallsPerServer) throw fail('SERVER_BUSY', { serverId: name, waiting });
    running.set(name, waiting + 1);
    try {
      return await next(call);
    } finally {
      const left = (running.get(name) ?? 1) - 1;
      if (left > 0) running.set(name, left);
      else running.delete(name);
    }
  };
}
