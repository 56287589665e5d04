import type { Facts } from './rule.ts';
import type { Verdict } from './verdict.ts';

/**
 * What holds where no rule speaks. Who calls a tool by hand or by a client of his own has decided already; in a run a
 * model decides, so somebody is asked, unless the tool is known to change nothing.
 */
export function defaultVerdict({ via, annotations, isTrusted, unlessRuled }: Facts): Verdict {
  if (unlessRuled === 'ALWAYS_ALLOW') return trusted;
  if (unlessRuled === 'ALWAYS_DENY') return distrusted;
  if (via !== 'run') return allowed;
  const onlyReads = annotations?.['readOnlyHint'] === true && annotations['destructiveHint'] !== true;
  return isTrusted && onlyReads ? reading : asked;
}

const trusted: Verdict = {
  decision: 'allow',
  policy: undefined,
  reason: 'Its agent may call what no rule is about.',
};
const distrusted: Verdict = {
  decision: 'deny',
  policy: undefined,
  reason: 'Its agent may call only what a rule allows.',
};
const allowed: Verdict = { decision: 'allow', policy: undefined, reason: 'No rule is about it.' };
const reading: Verdict = {
  decision: 'allow',
  policy: undefined,
  reason: 'It only reads, says its server, which is trusted.',
};
const asked: Verdict = {
  decision: 'ask',
  policy: undefined,
  reason: 'Somebody is asked about the calls of runs, unless a rule allows them.',
};
