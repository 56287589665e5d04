import { isJsonObject, type Json } from '@patchbay/contracts';

/** Far below where the stack ends, so that what is too deep is always refused the same way. */
const maxDepth = 1_000;

/**
 * One text for one value, whatever order its keys came in (RFC 8785): what is digested and compared. Throws when it is
 * nested too deeply.
 */
export function canonicalJson(value: Json, depth = 0): string {
  if (depth > maxDepth) throw new RangeError(`nested deeper than ${String(maxDepth)} levels`);
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonicalJson(item, depth + 1)).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .toSorted()
    .flatMap((key) => {
      const member = value[key];
      return member === undefined ? [] : [`${JSON.stringify(key)}:${canonicalJson(member, depth + 1)}`];
    });
  return `{${members.join(',')}}`;
}
