import type { CatalogTool } from '../catalog/catalog-tool.ts';
import type { Principal } from '../access/principal.ts';
import { defaultVerdict } from './default-verdict.ts';
import type { Policy } from './policy.ts';
import { readArguments } from './read-arguments.ts';
import { compareRules, compileRule, isFor, isOver, missOf, type Facts, type Rule } from './rule.ts';
import type { Verdict } from './verdict.ts';

/** All rules as they stand at one time. When one changes, there is another object. */
export interface Rules {
  readonly judge: (facts: Facts) => Verdict;
  /** Those about this tool, in the order in which they are asked. */
  readonly about: (server: string, tool: string) => readonly Rule[];
  /** Without those that are forbidden to this principal whatever the arguments are. The same array while it can be. */
  readonly visibleTo: (
    principal: Principal,
    tools: readonly CatalogTool[],
    at: Date,
  ) => readonly CatalogTool[];
  /** Servers of which this principal may call nothing at all; undefined when there is no such rule about him. */
  readonly closedTo: (principal: Principal, at: Date) => ClosedServers | undefined;
  /** What `visibleTo` goes by, to compare. */
  readonly hiding: string;
  readonly policies: readonly Policy[];
}

/** Servers that plain rules close to somebody as a whole. */
export interface ClosedServers {
  /** The same for everybody to whom the same ones are closed. */
  readonly key: string;
  readonly has: (server: string) => boolean;
}

/** The tools on offer, or those of them that are given, without what this principal may not call at all. */
export type ToolsFor = (principal: Principal, tools?: readonly CatalogTool[]) => readonly CatalogTool[];

/** More tools than this were never seen in one hub; names that somebody only tries out must not fill the memory. */
const maxKnown = 10_000;

export function createRules(policies: readonly Policy[]): Rules {
  const rules = policies.map(compileRule).toSorted(compareRules);
  const known = new Map<string, readonly Rule[]>();
  const hiding = rules.filter(
    ({ policy, conditions }) => policy.policy === 'ALWAYS_DENY' && conditions.length === 0,
  );

  /** Found once for each tool: going through all of them in every call would cost more than the rest of the call. */
  const about = (server: string, tool: string): readonly Rule[] => {
    const name = `${server}.${tool}`;
    const found = known.get(name) ?? rules.filter((rule) => isAbout(rule, server, tool));
    if (known.size >= maxKnown) known.clear();
    known.set(name, found);
    return found;
  };

  return {
    policies: rules.map(({ policy }) => policy),
    about,
    judge(facts) {
      const args = readArguments(facts.args);
      const deciding = about(facts.server, facts.tool).find((rule) => !missOf(rule, facts, args));
      return deciding ? verdictOf(deciding.policy) : defaultVerdict(facts);
    },
    hiding: JSON.stringify(hiding.map(({ policy }) => policy)),
    visibleTo: createVisibleTo(hiding),
    closedTo: createClosedTo(hiding.filter(({ policy }) => policy.tool === '*')),
  };
}

function isAbout({ server, tool }: Rule, serverName: string, toolName: string): boolean {
  return server.matches(serverName) && tool.matches(toolName);
}

/** Principals that the same rules are about see the same array, so that what was made of it serves all of them. */
function createVisibleTo(hiding: readonly Rule[]): Rules['visibleTo'] {
  const views = new WeakMap<readonly CatalogTool[], Map<string, readonly CatalogTool[]>>();
  return (principal, tools, at) => {
    const own = hiding.filter(({ policy }) => isFor(policy, principal) && !isOver(policy, at));
    if (own.length === 0) return tools;
    const ofList = views.get(tools) ?? new Map<string, readonly CatalogTool[]>();
    views.set(tools, ofList);
    const key = own.map(({ policy }) => policy.id).join(' ');
    const view =
      ofList.get(key) ?? tools.filter(({ server, name }) => !own.some((rule) => isAbout(rule, server, name)));
    ofList.set(key, view);
    return view;
  };
}

function createClosedTo(closing: readonly Rule[]): Rules['closedTo'] {
  return (principal, at) => {
    const own = closing.filter(({ policy }) => isFor(policy, principal) && !isOver(policy, at));
    if (own.length === 0) return undefined;
    const key = own.map(({ policy }) => policy.id).join(' ');
    return { key, has: (name) => own.some(({ server }) => server.matches(name)) };
  };
}

const decisions = { ALWAYS_ALLOW: 'allow', ALWAYS_DENY: 'deny', ASK_USER: 'ask' } as const;
const says = {
  ALWAYS_ALLOW: 'allows it',
  ALWAYS_DENY: 'forbids it',
  ASK_USER: 'wants somebody to be asked',
} as const;

export function verdictOf({ id, policy, note }: Policy): Verdict {
  const reason = `Rule ${id} ${says[policy]}${note === null ? '.' : `: ${note}`}`;
  return { decision: decisions[policy], policy: id, reason };
}
