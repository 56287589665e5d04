import { createRules, type Facts, type Policy, type PolicyId, type PrincipalId } from '@patchbay/core';
import { aPolicy, aPrincipal } from '@patchbay/testkit/builders';
import { median, report, type Row } from './support/report.ts';

// What do rules cost a call, and what does it cost to set one?

const rounds = Number(process.argv[2] ?? 9);
const calls = 20_000;

const many = (make: (n: number) => Parameters<typeof aPolicy>[0], amount = 1_000): readonly Policy[] =>
  Array.from({ length: amount }, (_, n) => aPolicy({ ...make(n), id: `p${String(n)}` as PolicyId }));

/** A call that none of them decides, so that all of them are asked. */
const facts: Facts = {
  server: 'files',
  tool: 'write_file',
  annotations: undefined,
  isTrusted: false,
  toolDigest: () => 'd',
  principal: aPrincipal({ roles: ['operator'] }),
  via: 'mcp',
  args: { path: '/home/ada/notes/2027/january/01.md', content: 'x'.repeat(1_000) },
  at: new Date('2026-06-01T12:00:00Z'),
};

const cases: Readonly<Record<string, readonly Policy[]>> = {
  'no rule': [],
  '10 rules about this tool, by argument': many(
    (n) => ({ server: 'files', tool: 'write_*', arguments: { path: `/data/${String(n)}/*` } }),
    10,
  ),
  '1,000 rules about 1,000 tools': many((n) => ({ server: 'files', tool: `tool_${String(n)}` })),
  '1,000 patterns about other tools': many((n) => ({ server: 'f*', tool: `*${String(n)}*_file` })),
  '1,000 rules about this tool, by principal': many((n) => ({
    server: 'files',
    tool: 'write_file',
    principal: `key:${String(n)}` as PrincipalId,
  })),
  '1,000 rules about this tool, by argument': many((n) => ({
    server: 'files',
    tool: 'write_file',
    arguments: { path: `/data/${String(n)}/*` },
  })),
};

function measure(policies: readonly Policy[]): { readonly callUs: number; readonly setMs: number } {
  const began = performance.now();
  const rules = createRules(policies);
  rules.judge(facts);
  const setMs = performance.now() - began;
  const started = performance.now();
  for (let n = 0; n < calls; n += 1) rules.judge(facts);
  return { callUs: ((performance.now() - started) * 1_000) / calls, setMs };
}

const rows = Object.entries(cases).map(([name, policies]): Row => {
  const samples = Array.from({ length: rounds }, () => measure(policies));
  return {
    rules: name,
    'µs a call': median(samples.map(({ callUs }) => callUs)),
    'ms to set one': median(samples.map(({ setMs }) => setMs)),
  };
});
report('What do rules cost a call?', rows);
