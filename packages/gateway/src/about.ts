import { metaKeys, type Implementation, type JsonObject } from '@patchbay/contracts';
import type { OfferBook } from '@patchbay/core';
import { supportedVersions } from './envelope.ts';
import type { Asker } from './exchange.ts';
import { prepareResult } from './payload.ts';

export interface AboutDeps {
  readonly serverInfo: Implementation;
}

export type About = ReturnType<typeof createAbout>;

/** What the hub says of itself: what its servers have, as far as this principal is concerned. */
export function createAbout({ serverInfo }: AboutDeps) {
  const discovered = new WeakMap<OfferBook, Buffer>();
  const told = ({ capabilities, instructions }: OfferBook): JsonObject => ({
    capabilities: { tools: { listChanged: true }, ...capabilities },
    ...(instructions !== undefined && { instructions }),
  });
  /** It changes with the servers, so it is to be believed for no longer than their lists. */
  const write = (book: OfferBook): Buffer => {
    const cache = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
    const _meta = { [metaKeys.serverInfo]: serverInfo };
    return prepareResult(JSON.stringify({ ...cache, supportedVersions, ...told(book), _meta }));
  };
  return {
    initialized: ({ principal, view }: Asker): JsonObject => ({
      ...told(view.bookFor(principal)),
      serverInfo,
    }),
    discovered({ principal, view }: Asker): Buffer {
      const book = view.bookFor(principal);
      const bytes = discovered.get(book) ?? write(book);
      discovered.set(book, bytes);
      return bytes;
    },
  };
}
