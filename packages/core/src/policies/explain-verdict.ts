import { policyKinds } from '@patchbay/contracts';
import type { PolicyId } from '../ids.ts';
import { createRules, verdictOf, type Rules } from './rules.ts';
import { conditionsOf, type Policy } from './policy.ts';
import { missOf, type Facts, type Miss, type Rule } from './rule.ts';
import { readArguments } from './read-arguments.ts';
import { missWords } from './miss-words.ts';
import type { Verdict } from './verdict.ts';

export interface Explanation extends Omit<Verdict, 'policy'> {
  readonly policy: Policy | undefined;
  readonly considered: readonly Considered[];
  /** How many rules are about other tools. */
  readonly others: number;
  readonly wouldChange: readonly string[];
}

interface Considered {
  readonly policy: Policy;
  readonly matched: boolean;
  readonly why: string;
}

interface Looked {
  readonly rule: Rule;
  readonly miss: Miss | undefined;
}

/** The verdict with everything that led to it, and what would lead to another. It is the same judge that decides calls. */
export function explainVerdict(rules: Rules, facts: Facts): Explanation {
  const args = readArguments(facts.args);
  const looked = rules
    .about(facts.server, facts.tool)
    .map((rule) => ({ rule, miss: missOf(rule, facts, args) }));
  const at = looked.findIndex(({ miss }) => miss === undefined);
  const deciding = looked[at]?.rule.policy;
  const verdict = rules.judge(facts);
  const { decision, reason } = verdict;
  const asked = at === -1 ? looked : looked.slice(0, at);
  return {
    decision,
    reason,
    policy: deciding,
    considered: looked.map(({ rule: { policy }, miss }) => ({
      policy,
      matched: miss === undefined,
      why: miss ? missWords[miss.kind]({ policy, miss }).why : whyPlace(policy, deciding),
    })),
    others: rules.policies.length - looked.length,
    wouldChange: [
      ...(deciding ? withoutIt(rules, facts, deciding) : otherDefaults(rules, facts)),
      ...asked
        .filter(({ rule }) => verdictOf(rule.policy).decision !== decision)
        .flatMap(nearMiss)
        .slice(0, maxNear),
      ...newRules(rules, facts, verdict),
    ],
  };
}

const maxNear = 5;

function whyPlace({ id }: Policy, deciding: Policy | undefined): string {
  if (!deciding || id === deciding.id) return 'It decides.';
  const reason =
    deciding.policy === 'ALWAYS_DENY' ? 'which forbids' : 'which says more exactly what it is about';
  return `It would decide, if there were not rule ${deciding.id}, ${reason}.`;
}

/** What a rule that was asked and did not decide would need. */
function nearMiss({ rule: { policy }, miss }: Looked): string[] {
  const needed = miss && missWords[miss.kind]({ policy, miss }).needed;
  return needed === undefined ? [] : [`${needed}, rule ${policy.id} would decide: ${policy.policy}.`];
}

function withoutIt(rules: Rules, facts: Facts, { id, source, expiresAt }: Policy): string[] {
  const left = createRules(rules.policies.filter((policy) => policy.id !== id)).judge(facts);
  const then = `the answer would be ${left.decision}: ${left.reason}`;
  const how =
    source === 'config'
      ? 'It stands in the configuration file.'
      : `\`patchbay policies remove ${id}\` removes it.`;
  const end = expiresAt ? [`Rule ${id} ends at ${expiresAt.toISOString()}; then ${then}`] : [];
  return [`Without rule ${id}, ${then} ${how}`, ...end];
}

/** Where no rule speaks, the face by which a call comes in matters. */
function otherDefaults(rules: Rules, facts: Facts): string[] {
  const via = facts.via === 'run' ? 'mcp' : 'run';
  const { decision, reason } = rules.judge({ ...facts, via });
  if (decision === rules.judge(facts).decision) return [];
  const where = via === 'run' ? 'In a run' : 'From an MCP client or over REST';
  return [`${where}, the answer would be ${decision}: ${reason}`];
}

/** Which plain rule for this very tool would change the answer, tried out. */
function newRules(rules: Rules, facts: Facts, { decision }: Verdict): string[] {
  const { server, tool } = facts;
  const changing = policyKinds.filter((kind) => {
    const kept = rules.policies.filter((policy) => !isPlain(policy, server, tool));
    const { decision: other } = createRules([...kept, { ...plain, server, tool, policy: kind }]).judge(facts);
    return other !== decision;
  });
  if (changing.length === 0) return ['No other rule would, while this one holds.'];
  // A server chooses the names of its tools; one that is not plain must not get into somebody's shell.
  if (!/^[\w.-]+$/.test(tool)) return [`A rule for this tool would, that says ${changing.join(' or ')}.`];
  const commands = changing.map((kind) => `\`patchbay policies set ${server} ${tool} ${kind}\``);
  return [`A new rule would: ${commands.join(' or ')}.`];
}

function isPlain(policy: Policy, server: string, tool: string): boolean {
  const isSame = policy.server === server && policy.tool === tool && policy.source === 'api';
  return isSame && conditionsOf(policy) === '';
}

const plain = {
  id: 'new' as PolicyId,
  arguments: {},
  principal: null,
  role: null,
  expiresAt: null,
  note: null,
  toolDigest: null,
  source: 'api',
} as const;
