import type { PolicyEntry } from '@patchbay/contracts';
import { conditionsOf, type PrincipalId } from '@patchbay/core';
import type { z } from 'zod';

/** Two rules about the same calls would leave open which of them is meant. */
export function rulesAreUnique(entries: readonly PolicyEntry[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const principal = entry.principal as PrincipalId | null;
    const about = JSON.stringify([entry.server, entry.tool, conditionsOf({ ...entry, principal })]);
    if (seen.has(about))
      context.addIssue({
        code: 'custom',
        path: [index],
        message: 'There is a rule about the same calls above already.',
      });
    seen.add(about);
  }
}
