/** A tool as a search sees it: texts of decreasing weight. */
export interface SearchDocument {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: string;
}

/** Port. Ranks documents by how well they fit a query; `hub` implements it with BM25. */
export interface SearchIndex {
  /** Places of those that fit at all, the best first. */
  search(query: string): readonly number[];
}

/** A document is known by its place in the list. Long lists are indexed in parts, so that nobody else has to wait for it. */
export type CreateSearchIndex = (documents: readonly SearchDocument[]) => Promise<SearchIndex>;
