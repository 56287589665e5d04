import type { Digest } from '../access/key.ts';
import type { Principal } from '../access/principal.ts';
import type { CatalogTool } from '../catalog/catalog-tool.ts';
import type { Clock } from '../clock.ts';
import { compileGlob, type Glob } from '../policies/glob.ts';
import { isFor } from '../policies/rule.ts';
import type { DayCounts } from './day-counts.ts';
import type { LimitRefusal, LimitRule } from './limit-rule.ts';
import { fill, fullBucket, msUntilToken, take, type Bucket } from './token-bucket.ts';
import { msUntilNextDay } from './utc-day.ts';

export interface LimitsDeps {
  readonly rules: readonly LimitRule[];
  readonly days: Pick<DayCounts, 'get' | 'count'>;
  readonly digest: Pick<Digest, 'sha256'>;
  readonly clock: Clock;
}

/** What a rule looks at. */
export interface LimitedMatter {
  readonly principal: Principal;
  readonly tool: Pick<CatalogTool, 'server' | 'name'>;
}

/** A call that was let in, until it ends. What its server never got does not count against the day. */
export type EndStay = (wasSent: boolean) => void;

export type Entry =
  | { readonly kind: 'let-in'; readonly end: EndStay }
  | { readonly kind: 'refused'; readonly refusal: LimitRefusal };

interface Compiled {
  readonly rule: LimitRule;
  readonly server: Glob;
  readonly tool: Glob;
}

/** What one principal, or all together, use of one rule now. */
interface Tally {
  readonly rule: LimitRule;
  /** Empty for all together. */
  readonly who: string;
  bucket: Bucket;
  running: number;
}

/** So many tallies are kept before those of principals who have gone are looked for. */
const leastSweep = 1_000;
const longestId = 200;
/** Nobody knows when a call will end. */
const busyMs = 1_000;

/** Whether a call may run now under the operator's rules. Decided in memory; all that are about it must agree. */
export class Limits {
  readonly #deps: LimitsDeps;
  readonly #rules: readonly Compiled[];
  readonly #rulesOf = new WeakMap<LimitedMatter['tool'], readonly LimitRule[]>();
  readonly #tallies = new Map<string, Tally>();
  #sweepAt = leastSweep;

  constructor(deps: LimitsDeps) {
    this.#deps = deps;
    this.#rules = deps.rules.map((rule) => ({
      rule,
      server: compileGlob(rule.server),
      tool: compileGlob(rule.tool),
    }));
  }

  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  /** How many tallies there are. */
  get size(): number {
    return this.#tallies.size;
  }

  /** Why it would be refused now; nothing is counted. */
  refusalOf(matter: LimitedMatter): LimitRefusal | undefined {
    const now = this.#now();
    return this.#worstOf(this.#talliesOf(matter, now), now);
  }

  /** Counts it under every rule that is about it, or under none. */
  enter(matter: LimitedMatter): Entry {
    const now = this.#now();
    const tallies = this.#talliesOf(matter, now);
    const refusal = this.#worstOf(tallies, now);
    if (refusal) return { kind: 'refused', refusal };
    const takeBack = tallies.map((tally) => this.#count(tally));
    if (this.#tallies.size >= this.#sweepAt) this.#sweep(now);
    return {
      kind: 'let-in',
      end: (wasSent) => {
        for (const tally of tallies) this.#leave(tally);
        if (!wasSent) for (const take of takeBack) take();
      },
    };
  }

  /** Those that are not kept are as good as new. */
  #talliesOf({ principal, tool }: LimitedMatter, now: number): readonly Tally[] {
    return this.#about(tool)
      .filter((rule) => isFor(rule, principal))
      .map((rule) => {
        const who = rule.shared ? '' : this.#idOf(principal);
        const tally = this.#tallies.get(keyOf(rule, who));
        if (!tally) return { rule, who, bucket: fullBucket(rule.ratePerMinute ?? 0, now), running: 0 };
        if (rule.ratePerMinute !== null) tally.bucket = fill(tally.bucket, rule.ratePerMinute, now);
        return tally;
      });
  }

  #about(tool: LimitedMatter['tool']): readonly LimitRule[] {
    const known = this.#rulesOf.get(tool);
    if (known) return known;
    const found = this.#rules.filter((one) => one.server.matches(tool.server) && one.tool.matches(tool.name));
    const rules = found.map(({ rule }) => rule);
    this.#rulesOf.set(tool, rules);
    return rules;
  }

  /** A caller who is sent away comes back when the last of the reasons is over. */
  #worstOf(tallies: readonly Tally[], now: number): LimitRefusal | undefined {
    const refusals = tallies.flatMap((tally) => refusalsOf(tally, this.#usedToday(tally), now));
    return refusals.reduce<LimitRefusal | undefined>(
      (worst, one) => (worst && worst.retryAfterMs >= one.retryAfterMs ? worst : one),
      undefined,
    );
  }

  #usedToday({ rule, who }: Tally): number {
    return rule.perDay === null ? 0 : this.#deps.days.get(rule.name, who);
  }

  #count(tally: Tally): () => void {
    const { rule, who } = tally;
    this.#tallies.set(keyOf(rule, who), tally);
    tally.bucket = take(tally.bucket);
    tally.running += 1;
    return rule.perDay === null ? () => {} : this.#deps.days.count(rule.name, who);
  }

  #leave(tally: Tally): void {
    tally.running -= 1;
    if (isAtRest(tally, this.#now())) this.#tallies.delete(keyOf(tally.rule, tally.who));
  }

  #sweep(now: number): void {
    for (const [key, tally] of this.#tallies) if (isAtRest(tally, now)) this.#tallies.delete(key);
    this.#sweepAt = Math.max(leastSweep, 2 * this.#tallies.size);
  }

  /** A token names its owner at any length; a database wants keys that are not too long. */
  #idOf({ id }: Principal): string {
    return id.length <= longestId ? id : `sha256:${this.#deps.digest.sha256(id)}`;
  }

  #now(): number {
    return this.#deps.clock.now().getTime();
  }
}

/** Nothing of it would be missed. */
function isAtRest({ rule, bucket, running }: Tally, now: number): boolean {
  if (running > 0) return false;
  return rule.ratePerMinute === null || fill(bucket, rule.ratePerMinute, now).tokens >= rule.ratePerMinute;
}

function refusalsOf({ rule, bucket, running }: Tally, usedToday: number, now: number): LimitRefusal[] {
  const { name, ratePerMinute, concurrent, perDay } = rule;
  const waitMs = ratePerMinute === null ? 0 : msUntilToken(bucket, ratePerMinute);
  return [
    { isOver: waitMs > 0, allows: `${calls(ratePerMinute)} a minute`, retryAfterMs: waitMs },
    {
      isOver: concurrent !== null && running >= concurrent,
      allows: `${calls(concurrent)} at once`,
      retryAfterMs: busyMs,
    },
    {
      isOver: perDay !== null && usedToday >= perDay,
      allows: `${calls(perDay)} a day`,
      retryAfterMs: msUntilNextDay(now),
    },
  ]
    .filter(({ isOver }) => isOver)
    .map(({ allows, retryAfterMs }) => ({ rule: name, allows, retryAfterMs }));
}

function calls(count: number | null): string {
  return count === 1 ? '1 call' : `${String(count)} calls`;
}

function keyOf({ name }: LimitRule, who: string): string {
  return `${name}\n${who}`;
}
