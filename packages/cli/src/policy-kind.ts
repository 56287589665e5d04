import { policyKinds, type PolicyKind } from '@patchbay/contracts';
import { z } from 'zod';

const short: Readonly<Record<string, PolicyKind>> = {
  allow: 'ALWAYS_ALLOW',
  deny: 'ALWAYS_DENY',
  ask: 'ASK_USER',
};

/** As it is called, or in short. */
export function toPolicyKind(text: string, context: z.RefinementCtx): PolicyKind {
  const kind = short[text.toLowerCase()] ?? policyKinds.find((known) => known === text.toUpperCase());
  if (kind) return kind;
  context.addIssue(`Choose ${policyKinds.join(', ')}; or allow, deny, ask.`);
  return z.NEVER;
}
