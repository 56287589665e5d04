import { synonymsOf, wordsOf, type CreateSearchIndex, type SearchDocument } from '@patchbay/core';
import MiniSearch from 'minisearch';

/** A tool is called what it does, and described in words that others share. `bench/tool-search.ts` measures what they are good for. */
const boost: Readonly<Record<keyof SearchDocument, number>> = {
  name: 2,
  title: 1.5,
  description: 1,
  parameters: 0.4,
};
/** A word that somebody said also stands for those that begin with it, from so many letters on. */
const shortestPrefix = 4;
/**
 * What somebody said counts far more than what they may have meant: with 0.4 the queries that the synonyms were made
 * with did better, and others worse.
 */
const synonymWeight = 0.1;

/** BM25+ over the words of tools. */
export const createSearchIndex: CreateSearchIndex = async (documents) => {
  const index = new MiniSearch<SearchDocument & { readonly id: number }>({
    fields: Object.keys(boost),
    tokenize: wordsOf,
    processTerm: (term) => term, // wordsOf has done it
    searchOptions: { boost, weights: { prefix: 0.1, fuzzy: 0 } },
  });
  const entries = documents.map((document, id) => ({ ...document, id }));
  await index.addAllAsync(entries, { chunkSize: 100 });
  return {
    search(query) {
      const said = new Set(wordsOf(query));
      const meant = new Set([...said].flatMap((word) => synonymsOf(word)));
      const found = index.search([...said.union(meant)].join(' '), {
        tokenize: (text) => text.split(' '),
        prefix: (term) => said.has(term) && term.length >= shortestPrefix,
        boostTerm: (term) => (said.has(term) ? 1 : synonymWeight),
      });
      return found.map(({ id }) => id as number);
    },
  };
};
