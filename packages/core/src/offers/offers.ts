import type { Principal } from '../access/principal.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { inOrder, isVisible } from '../catalog/toolbox.ts';
import type { Connections } from '../connections/connections.ts';
import type { ClosedServers } from '../policies/rules.ts';
import { createOfferBook, type OfferBook, type Shelf } from './offer-book.ts';
import type { Offered } from './offered.ts';

export interface OffersDeps {
  readonly catalog: Catalog;
  readonly connections: Connections;
  /** What the hub itself has: its templates. */
  readonly own: readonly Offered[];
  /** Whether this server is among those that it is about; all are, if not said. */
  readonly hasServer?: ((name: string) => boolean) | undefined;
  /** Servers that this principal has no business with. */
  readonly closedTo: (principal: Principal) => ClosedServers | undefined;
}

/** Resources, templates and prompts of all servers, as one of them. */
export interface Offers {
  /** For everybody to whom nothing is closed. */
  all(): OfferBook;
  /** For this one. The same book until something changes, and the same lists until they do. */
  bookFor(principal: Principal): OfferBook;
}

/** Sets of closed servers that somebody has; more than these were never seen in one hub. */
const maxBooks = 100;

export function createOffers({ catalog, connections, own, hasServer, closedTo }: OffersDeps): Offers {
  const books = new Map<string, { readonly at: number; readonly book: OfferBook }>();
  const changes = (): number => catalog.revision + connections.revision;

  function shelvesWithout(closed: ClosedServers | undefined): readonly Shelf[] {
    return inOrder(connections.list()).flatMap((supervisor): readonly Shelf[] => {
      const { offer } = catalog.record(supervisor.server);
      const { name } = supervisor.server;
      if (!offer || hasServer?.(name) === false || closed?.has(name)) return [];
      return [{ server: name, offer, isVisible: isVisible(supervisor.view()) }];
    });
  }

  function bookWithout(closed: ClosedServers | undefined): OfferBook {
    const key = closed?.key ?? '';
    const known = books.get(key);
    const at = changes();
    if (known?.at === at) return known.book;
    const book = createOfferBook(shelvesWithout(closed), own, known?.book);
    if (books.size >= maxBooks) books.clear();
    books.set(key, { at, book });
    return book;
  }

  return {
    all: () => bookWithout(undefined),
    bookFor: (principal) => bookWithout(closedTo(principal)),
  };
}
