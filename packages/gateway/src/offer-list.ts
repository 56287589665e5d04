import {
  metaKeys,
  type Era,
  type Implementation,
  type JsonObject,
  type RpcRequest,
} from '@patchbay/contracts';
import type { Offered } from '@patchbay/core';
import type { Asker } from './exchange.ts';
import { invalidParams } from './incoming.ts';
import { errorPayload, preparedPayload, prepareResult, type Payload } from './payload.ts';

export interface OfferListDeps {
  readonly serverInfo: Implementation;
}

type Kind = 'resources' | 'templates' | 'prompts';

interface ListShape {
  readonly kind: Kind;
  /** What the list is called in the answer, and its items' names in them. */
  readonly listKey: string;
  readonly nameKey: string;
}

interface Written {
  readonly shape: ListShape;
  readonly era: Era;
}

const shapes: ReadonlyMap<string, ListShape> = new Map([
  ['resources/list', { kind: 'resources', listKey: 'resources', nameKey: 'uri' }],
  ['resources/templates/list', { kind: 'templates', listKey: 'resourceTemplates', nameKey: 'uriTemplate' }],
  ['prompts/list', { kind: 'prompts', listKey: 'prompts', nameKey: 'name' }],
]);

/** A page is written once and sent as it is, so it may be long; but nobody should have to take all in one piece. */
const pageSize = 500;

/** Answers the lists of resources, templates and prompts; undefined for any other method. */
export function createOfferList({ serverInfo }: OfferListDeps) {
  const _meta = { [metaKeys.serverInfo]: serverInfo };
  const tails: Readonly<Record<Era, JsonObject>> = {
    legacy: {},
    modern: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta },
  };
  const written = new WeakMap<readonly Offered[], Map<string, Buffer>>();

  function pageOf(items: readonly Offered[], start: number, { shape, era }: Written): Buffer {
    const pages = written.get(items) ?? new Map<string, Buffer>();
    written.set(items, pages);
    const key = `${era} ${String(start)}`;
    const page =
      pages.get(key) ?? prepareResult(JSON.stringify({ ...write(items, start, shape), ...tails[era] }));
    pages.set(key, page);
    return page;
  }

  return (era: Era, { id, method, params }: RpcRequest, { principal, view }: Asker): Payload | undefined => {
    const shape = shapes.get(method);
    if (!shape) return undefined;
    const items = view.bookFor(principal)[shape.kind];
    const start = startOf(items, params?.['cursor']);
    if (start === undefined) return errorPayload(id, invalidParams('this cursor is not one of ours.'));
    return preparedPayload(id, pageOf(items, start, { shape, era }));
  };
}

function write(items: readonly Offered[], start: number, { listKey, nameKey }: ListShape): JsonObject {
  const page = items.slice(start, start + pageSize);
  const last = page.at(-1);
  const isMore = last !== undefined && start + pageSize < items.length;
  const list = page.map(({ definition, offered, own }) => ({
    ...definition,
    ...(definition['name'] === undefined && { name: own }), // clients refuse the whole list for one without
    [nameKey]: offered,
  }));
  return { [listKey]: list, ...(isMore && { nextCursor: cursorAfter(last) }) };
}

/** A cursor names the last item of a page, so that it holds on every hub and while lists change. */
function cursorAfter(item: Offered): string {
  return Buffer.from(JSON.stringify(placeOf(item))).toString('base64url');
}

/** What the hub itself has comes first. */
function placeOf({ server, own }: Offered): Place {
  return [server ?? '', own];
}

/** Undefined for what is no cursor of ours. */
function startOf(items: readonly Offered[], cursor: unknown): number | undefined {
  if (cursor === undefined) return 0;
  const place = typeof cursor === 'string' ? readCursor(cursor) : undefined;
  if (!place) return undefined;
  const next = items.findIndex((item) => isAfter(placeOf(item), place));
  return next === -1 ? items.length : next;
}

type Place = readonly [server: string, own: string];

function readCursor(cursor: string): Place | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isPlace =
      Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'string');
    return isPlace ? (value as unknown as Place) : undefined; // every part was looked at
  } catch {
    return undefined;
  }
}

/** In the order in which books have them. */
function isAfter([server, own]: Place, [lastServer, lastOwn]: Place): boolean {
  return server === lastServer ? own > lastOwn : server > lastServer;
}
