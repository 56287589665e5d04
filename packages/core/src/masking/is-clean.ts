import {
  isJsonObject,
  type ContentPart,
  type Json,
  type JsonObject,
  type ToolResult,
} from '@patchbay/contracts';
import type { FindText } from './find-text.ts';

/** In characters. What is longer is searched in steps, so that others get their turn. */
const maxLook = 8 * 1024;
/** What even an empty value costs, so that it is bounded how many there are and how deep. */
const valueCost = 16;

/**
 * Most results are short and have nothing to hide. A plain walk sees that at a quarter of what a search in steps
 * costs. False says only that it takes such a search.
 */
export function createIsClean(find: FindText): (result: ToolResult) => boolean {
  return ({ content, ...others }) => {
    if (!find.canLook || !content.every(isPlain)) return false;
    const left = inAll(content, inObject(others, maxLook));
    return left >= 0 && (content.length < 2 || !find.hasKnown(content.map(({ text }) => text).join('')));
  };

  // Each says how much may still be looked at; below zero when that is enough.

  function inValue(value: Json | undefined, left: number): number {
    if (left < 0) return left;
    if (typeof value === 'string')
      return value.length < left && find.isClean(value) ? left - value.length - valueCost : -1;
    if (typeof value === 'number') return find.hasKnown(String(value)) ? -1 : left - valueCost;
    if (Array.isArray(value)) return inAll(value, left);
    return isJsonObject(value) ? inObject(value, left) : left - valueCost;
  }

  function inAll(values: readonly Json[], before: number): number {
    let left = before - valueCost;
    for (const value of values) left = inValue(value, left);
    return left;
  }

  function inObject(value: JsonObject, before: number): number {
    let left = find.hasSecrets && isSecretKind(value['kind']) ? -1 : before - valueCost;
    for (const key of Object.keys(value)) {
      if (left < 0 || find.isTelling(key) || find.hasKnown(key)) return -1;
      left = inValue(value[key], left - key.length);
    }
    return left;
  }
}

/** Files are another matter: what is in them is not written as it is. */
function isPlain(part: ContentPart): part is ContentPart & { readonly text: string } {
  return part.type === 'text' && typeof part['text'] === 'string' && part['resource'] === undefined;
}

function isSecretKind(kind: Json | undefined): boolean {
  return kind === 'Secret' || kind === 'SecretList';
}
