import { isJsonObject, type JsonObject } from '@patchbay/contracts';
import type { Shelf } from './offer-book.ts';

/** Declared is what some server has, or the hub itself. Changes are told of whether or not the server does. */
export function toCapabilities(shelves: readonly Shelf[], hasOwnResources: boolean): JsonObject {
  const all = shelves.map(({ offer }) => offer.capabilities);
  const has = (name: string): boolean => all.some((one) => one[name] !== undefined);
  const canSubscribe = all.some(
    ({ resources }) => isJsonObject(resources) && resources['subscribe'] === true,
  );
  return {
    ...((has('resources') || hasOwnResources) && {
      resources: { listChanged: true, ...(canSubscribe && { subscribe: true }) },
    }),
    ...(has('prompts') && { prompts: { listChanged: true } }),
    ...(has('completions') && { completions: {} }),
    ...(has('logging') && { logging: {} }),
  };
}
