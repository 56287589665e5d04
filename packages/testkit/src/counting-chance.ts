import type { Chance } from '@patchbay/core';

/** Unlike anything before, and the same in every run. */
export function createCountingChance(): Chance {
  let count = 0;
  const next = (): string => String((count += 1)).padStart(12, '0');
  return {
    uuid: () => `00000000-0000-4000-8000-${next()}`,
    id: () => `id${next()}`,
    secret: () => `secret-${next()}`,
    fraction: () => 0.5,
  };
}
