import { isJsonObject, type Json, type JsonObject } from '@patchbay/contracts';
import { isTooDeep } from './is-too-deep.ts';
import { fromPairs } from './from-pairs.ts';

/** Port. The one mapping that a YAML text consists of; undefined for anything else, and for too much of it. Never throws. */
export type ParseYaml = (text: string) => JsonObject | undefined;

/**
 * Arguments from what a model or a person wrote: JSON, else YAML that has structure, else `key: value`, else the
 * whole text as `input`. Every text has a meaning; whether the tool can use it is the schema's to say.
 */
export function fromText(text: string, parseYaml: ParseYaml): JsonObject {
  const written = text.trim();
  if (written === '') return {};
  return fromJson(written) ?? fromYaml(written, parseYaml) ?? fromPairs(written) ?? toInput(written);
}

function toInput(value: Json): JsonObject {
  return { input: value };
}

function fromJson(text: string): JsonObject | undefined {
  if (!/^[{["\d\-tfn]/.test(text)) return undefined;
  const value = parseJson(text);
  if (value === undefined || isTooDeep(value)) return undefined;
  return isJsonObject(value) ? value : toInput(value);
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Plain lines of `key: value` are left to the next: too much that is only prose would pass for YAML. */
function fromYaml(text: string, parseYaml: ParseYaml): JsonObject | undefined {
  if (!mayHaveStructure(text)) return undefined;
  const found = parseYaml(text);
  if (found === undefined || isTooDeep(found)) return undefined;
  return Object.values(found).some((value) => typeof value === 'object' && value !== null)
    ? found
    : undefined;
}

/** Reading YAML costs microseconds a character; most text can be seen not to be any. */
function mayHaveStructure(text: string): boolean {
  return text.includes(':') && /[[{]|\n[ \t]*-|\n[ \t]+\S/.test(text);
}
