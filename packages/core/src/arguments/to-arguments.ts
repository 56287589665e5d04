import { fail, isJsonObject, type Json, type JsonObject } from '@patchbay/contracts';
import { fromText, type ParseYaml } from './from-text.ts';

/** What a tool is called with. Only what can be no arguments at all is refused here. */
export function toArguments(given: Json | undefined, parseYaml: ParseYaml): JsonObject {
  if (given === undefined || given === null) return {};
  if (typeof given === 'string') return fromText(given, parseYaml);
  if (isJsonObject(given)) return given;
  throw fail('ARGUMENTS_INVALID', { reason: 'they are not an object.' });
}
