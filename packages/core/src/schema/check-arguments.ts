import type { Json, JsonObject } from '@patchbay/contracts';
import type { Log } from '../log.ts';
import type { CompilePattern } from '../pattern.ts';
import { no } from './fit.ts';
import { prepareSchema, type PreparedSchema } from './prepare-schema.ts';
import { Trial } from './trial.ts';

export interface CheckArgumentsDeps {
  readonly compilePattern: CompilePattern;
  readonly log: Log;
}

/** A tool, as far as its arguments go. */
interface Checked {
  readonly qualified: string;
  readonly inputSchema: JsonObject;
}

/** What is wrong with the arguments for this tool, a sentence; undefined when nothing is, or when only the server can tell. */
export type CheckArguments = (tool: Checked, args: Json) => string | undefined;

/** Schemas are prepared once, and kept as long as the catalogue keeps them. */
export function createCheckArguments({ compilePattern, log }: CheckArgumentsDeps): CheckArguments {
  const prepared = new WeakMap<JsonObject, PreparedSchema>();
  const told = new WeakSet<JsonObject>();
  const tellOnce = ({ qualified, inputSchema }: Checked, reason: string): void => {
    if (told.has(inputSchema)) return;
    told.add(inputSchema);
    log.warn('arguments.unchecked', { tool: qualified, reason });
  };
  const prepare = (tool: Checked): PreparedSchema => {
    const schema = prepareSchema(tool.inputSchema, compilePattern);
    prepared.set(tool.inputSchema, schema);
    if (schema.excess !== undefined) tellOnce(tool, schema.excess);
    return schema;
  };
  return (tool, args) => {
    const { check } = prepared.get(tool.inputSchema) ?? prepare(tool);
    const trial = new Trial();
    const fit = check(args, trial);
    if (!trial.isExhausted) return fit === no ? toSentence(trial) : undefined;
    tellOnce(tool, 'there is too much to check');
    return undefined;
  };
}

function toSentence({ problems, more }: Trial): string {
  const rest = more > 0 ? `; and ${String(more)} more` : '';
  return `${problems.join('; ')}${rest}.`;
}
