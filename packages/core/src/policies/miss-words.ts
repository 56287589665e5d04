import type { Policy } from './policy.ts';
import type { Miss } from './rule.ts';

interface Missed {
  readonly policy: Policy;
  readonly miss: Miss;
}

interface MissWords {
  /** Why the rule does not decide. */
  readonly why: string;
  /** With what it would, as the beginning of a sentence; undefined where nothing would help. */
  readonly needed?: string;
}

export const missWords: Readonly<Record<Miss['kind'], (missed: Missed) => MissWords>> = {
  expired: ({ policy: { expiresAt } }) => ({ why: `It ended at ${expiresAt?.toISOString() ?? ''}.` }),
  principal: ({ policy: { principal } }) => ({
    why: `It is only for ${principal ?? ''}.`,
    needed: `As ${principal ?? ''}`,
  }),
  role: ({ policy: { role } }) => ({
    why: `It is only for the role ${role ?? ''}.`,
    needed: `With the role ${role ?? ''}`,
  }),
  definition: () => ({
    why: 'The tool is not defined as it was when this was allowed.',
    needed: 'Set again for the tool as it is now',
  }),
  destructive: () => ({
    why: 'It names the tool by a wildcard, and the tool says of itself that it destroys.',
    needed: 'With the name of the tool instead of a wildcard',
  }),
  argument: ({ miss: { condition } }) => ({
    why: `${condition?.path ?? ''} is not like ${condition?.pattern ?? ''}.`,
    needed: `With ${condition?.path ?? ''} like ${condition?.pattern ?? ''}`,
  }),
};
