import type { CallFace, JsonObject, PolicyKind } from '@patchbay/contracts';
import { hasRole, type Principal } from '../access/principal.ts';
import { compileCondition, type ArgumentCondition } from './argument-condition.ts';
import { compileGlob, type Glob } from './glob.ts';
import type { Policy } from './policy.ts';
import type { ReadArguments } from './read-arguments.ts';

/** Everything that a rule can look at. */
export interface Facts {
  readonly server: string;
  readonly tool: string;
  /** What the tool says of itself. */
  readonly annotations: JsonObject | undefined;
  /** Whether somebody said that this counts. */
  readonly isTrusted: boolean;
  /** Undefined for a tool that is not known. */
  readonly toolDigest: () => string | undefined;
  readonly principal: Principal;
  readonly via: CallFace;
  readonly args: JsonObject;
  readonly at: Date;
  /** What holds where no rule speaks, if not what the face of the call says. */
  readonly unlessRuled?: PolicyKind | undefined;
}

/** A policy, ready to be asked. */
export interface Rule {
  readonly policy: Policy;
  readonly server: Glob;
  readonly tool: Glob;
  readonly conditions: readonly ArgumentCondition[];
}

/** Why a rule does not decide a call, though it is about its tool. */
export interface Miss {
  readonly kind: 'expired' | 'principal' | 'role' | 'definition' | 'destructive' | 'argument';
  /** The first one that does not hold, where arguments are the reason. */
  readonly condition?: ArgumentCondition;
}

export function compileRule(policy: Policy): Rule {
  return {
    policy,
    server: compileGlob(policy.server),
    tool: compileGlob(policy.tool),
    conditions: Object.entries(policy.arguments).map(([path, pattern]) => compileCondition(path, pattern)),
  };
}

/** Undefined when the rule decides. The cheapest questions come first. */
export function missOf(rule: Rule, facts: Facts, args: ReadArguments): Miss | undefined {
  const { policy, conditions } = rule;
  if (!isFor(policy, facts.principal)) return policy.role === null ? misses.principal : misses.role;
  if (isOver(policy, facts.at)) return misses.expired;
  const isAllowing = policy.policy === 'ALWAYS_ALLOW';
  const miss = isAllowing ? missOfAllowing(rule, facts) : undefined;
  if (miss) return miss;
  for (const condition of conditions)
    if (!(isAllowing ? condition.surelyHolds(args) : condition.mayHold(args)))
      return { kind: 'argument', condition };
  return undefined;
}

export function isOver({ expiresAt }: Policy, at: Date): boolean {
  return expiresAt !== null && expiresAt <= at;
}

/** Whether it speaks about the calls of this principal. */
export function isFor({ principal, role }: Pick<Policy, 'principal' | 'role'>, asking: Principal): boolean {
  if (principal !== null) return principal === asking.id;
  return role === null || hasRole(asking, role);
}

/** Whatever speaks against allowing counts: a hint of the tool itself, and that it is not what was allowed. */
function missOfAllowing({ policy, tool }: Rule, facts: Facts): Miss | undefined {
  if (!tool.isExact && facts.annotations?.['destructiveHint'] === true) return misses.destructive;
  const isOther = policy.toolDigest !== null && policy.toolDigest !== facts.toolDigest();
  return isOther ? misses.definition : undefined;
}

const misses = {
  expired: { kind: 'expired' },
  principal: { kind: 'principal' },
  role: { kind: 'role' },
  definition: { kind: 'definition' },
  destructive: { kind: 'destructive' },
} as const satisfies Readonly<Record<string, Miss>>;

/**
 * The order in which rules are asked; the first that decides is the verdict. Those that forbid come before all others,
 * then the more specific ones: who, which arguments, which tool, which server, in which profile. Of two that say equally much, the one
 * that asks.
 */
export function compareRules(a: Rule, b: Rule): number {
  const [left, right] = [rankOf(a), rankOf(b)];
  for (const [at, rank] of left.entries()) {
    const difference = (right[at] ?? 0) - rank;
    if (difference !== 0) return difference;
  }
  return a.policy.id < b.policy.id ? -1 : 1;
}

function rankOf({ policy, conditions, tool, server }: Rule): readonly number[] {
  return [
    policy.policy === 'ALWAYS_DENY' ? 1 : 0,
    policy.principal !== null ? 2 : policy.role !== null ? 1 : 0,
    conditions.length,
    conditions.reduce((sum, { weight }) => sum + weight, 0),
    weigh(tool),
    weigh(server),
    policy.source === 'profile' ? 1 : 0,
    policy.policy === 'ASK_USER' ? 1 : 0,
  ];
}

function weigh({ isExact, weight }: Glob): number {
  return isExact ? Number.MAX_SAFE_INTEGER : weight;
}
