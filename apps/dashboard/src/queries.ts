import { PatchbayError } from '@patchbay/contracts';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

/** Whoever is told that nobody is signed in says so to all: the page then asks for a key. */
function onError(error: unknown): void {
  if (PatchbayError.is(error, 'UNAUTHENTICATED')) queries.setQueryData(['me'], null);
}

/** A second try helps where the hub says so, and not where it was understood and refused. */
function retry(failures: number, error: unknown): boolean {
  return failures < 2 && PatchbayError.is(error) && error.retry;
}

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: { queries: { retry, staleTime: 30_000 }, mutations: { retry: false } },
});

/** Nothing that one person was shown is left for the next. */
export function changePerson(me: object | null): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
  queries.setQueryData(['me'], me);
}
