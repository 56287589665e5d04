import { fail, isJsonObject, type Json, type JsonObject } from '@patchbay/contracts';
import type { Toolbox } from '../../catalog/toolbox.ts';
import type { Clock } from '../../clock.ts';
import type { Server } from '../../servers/server.ts';
import type { ReadyCall, Stage, TrailedCall } from '../call.ts';

export interface ParseDeps {
  readonly clock: Clock;
  readonly toolbox: Pick<Toolbox, 'resolve'>;
  readonly callMsOf: (server: Server) => number;
}

/** From what was written to what will run: which tool on which server, with which arguments. */
export function parse({ clock, toolbox, callMsOf }: ParseDeps): Stage<TrailedCall, ReadyCall> {
  return (next) => (call) => {
    const target = (call.toolbox ?? toolbox).resolve(call.name, call.server);
    call.trail.target = target;
    const args = toArguments(call.arguments);
    call.trail.args = args;
    const timeoutMs = callMsOf(target.supervisor.server);
    const endsAt = clock.now().getTime() + timeoutMs;
    return next({ ...call, target, timeoutMs, endsAt, args });
  };
}

function toArguments(given: Json | undefined): JsonObject {
  if (given === undefined || given === null) return {};
  const value = typeof given === 'string' ? fromText(given) : given;
  if (isJsonObject(value)) return value;
  throw fail('ARGUMENTS_INVALID', { reason: 'they are not an object.' });
}

function fromText(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw fail('ARGUMENTS_INVALID', { reason: 'they are not JSON.' });
  }
}
