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

/** Of two with the same name, nobody could say which is meant. */
export function namesAreUnique(
  entries: readonly { readonly name: string }[],
  context: z.RefinementCtx,
): void {
  const seen = new Set<string>();
  for (const [index, { name }] of entries.entries()) {
    const message = `There is one named "${name}" above already.`;
    if (seen.has(name)) context.addIssue({ code: 'custom', path: [index, 'name'], message });
    seen.add(name);
  }
}
