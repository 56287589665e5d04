import type { Client } from '@patchbay/client';
import { queryOptions } from '@tanstack/react-query';

type Me = Awaited<ReturnType<Client['me']>>;

/** What speaks to the hub comes after what is seen first. */
export const loadHub = async (): Promise<Client> => (await import('./hub.ts')).hub;

/** Null once it is known that nobody is signed in. */
export const me = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<Me | null> => (await loadHub()).me(),
  staleTime: Infinity,
});
