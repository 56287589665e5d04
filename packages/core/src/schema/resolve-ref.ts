import { isJsonObject, type Json, type JsonObject } from '@patchbay/contracts';

export type Anchors = ReadonlyMap<string, JsonObject>;

/** What an address within a schema leads to: `#`, `#/a/b`, or the name of an anchor. Undefined if it leads nowhere here. */
export function resolveRef(root: JsonObject, address: string, anchors: () => Anchors): Json | undefined {
  if (!address.startsWith('#')) return undefined;
  const place = decode(address.slice(1));
  if (place === undefined) return undefined;
  if (place === '') return root;
  if (!place.startsWith('/')) return anchors().get(place);
  return place
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json | undefined>(step, root);
}

function step(at: Json | undefined, part: string): Json | undefined {
  if (Array.isArray(at)) return /^\d{1,6}$/.test(part) ? (at as readonly Json[])[Number(part)] : undefined;
  return isJsonObject(at) && Object.hasOwn(at, part) ? at[part] : undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const maxNodes = 50_000;

/** Every schema that has a name of its own, wherever it stands. */
export function findAnchors(root: JsonObject): Anchors {
  const named: [string, JsonObject][] = [];
  const waiting: (Json | undefined)[] = [root];
  for (const node of waiting) {
    if (typeof node !== 'object' || node === null || waiting.length > maxNodes) continue;
    if (isJsonObject(node)) named.push(...namesOf(node).map((name): [string, JsonObject] => [name, node]));
    for (const inner of Object.values(node)) waiting.push(inner);
  }
  return new Map(named);
}

/** `$anchor`, or an `$id` that is only a fragment, as draft 7 had it. */
function namesOf({ $anchor, $id }: JsonObject): string[] {
  const names = [$anchor, typeof $id === 'string' && $id.startsWith('#') ? $id.slice(1) : undefined];
  return names.filter((name) => typeof name === 'string');
}
