import type { Json } from '@patchbay/contracts';

/** As the bodies of requests have it. */
const maxDepth = 64;

/** Whether it is nested deeper than anything that walks it should have to go. */
export function isTooDeep(value: Json | undefined, limit = maxDepth): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return limit === 0 || Object.values(value).some((inner: Json | undefined) => isTooDeep(inner, limit - 1));
}
