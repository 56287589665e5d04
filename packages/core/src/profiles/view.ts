import type { Principal } from '../access/principal.ts';
import type { CallTool } from '../calls/call.ts';
import type { CatalogTool } from '../catalog/catalog-tool.ts';
import type { OfferBook } from '../offers/offer-book.ts';

/** What one MCP endpoint shows and lets be called. Its lists are the same arrays until something changes. */
export interface View {
  /** Undefined for the one of the whole hub. */
  readonly profile: string | undefined;
  readonly toolsFor: (principal: Principal) => readonly CatalogTool[];
  readonly bookFor: (principal: Principal) => OfferBook;
  readonly callTool: CallTool;
}

/** Undefined for a profile that does not exist, or that this principal may not use: it does not say which. */
export type FindView = (profile: string, principal: Principal) => View | undefined;
