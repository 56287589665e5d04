import { fail, isJsonObject, type Json, type JsonObject } from '@patchbay/contracts';
import type { Toolbox } from '../../catalog/toolbox.ts';
import type { AskedCall, ReadyCall, Stage } from '../call.ts';

export interface ParseDeps {
  readonly toolbox: Pick<Toolbox, 'resolve'>;
}

/** From what was written to what will run: which tool on which server, with which arguments. */
export function parse({ toolbox }: ParseDeps): Stage<AskedCall, ReadyCall> {
  return (next) => (call) => {
    const target = toolbox.resolve(call.name, call.server);
    return next({ ...call, target, args: toArguments(call.arguments) });
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
