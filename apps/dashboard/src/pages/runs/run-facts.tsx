import type { RunView } from '@patchbay/contracts';
import type { ReactNode } from 'react';
import { runPage, runs } from '../../texts/runs.ts';
import { Ago } from '../../ui/time.tsx';

const words = runPage.facts;

/** What it was, and what it used. */
export function RunFacts({ run }: { readonly run: RunView }) {
  const { usage, cost, endedAt, createdAt } = run;
  const { inputTokens, outputTokens, cachedTokens } = usage;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [words.agent, run.agent],
    [words.model, run.model],
    [words.by, run.principal],
    [words.asked, <Ago key="asked" at={createdAt} />],
    [words.took, endedAt === null ? '…' : runs.took(Date.parse(endedAt) - Date.parse(createdAt))],
    [words.calls, String(run.toolCalls)],
    [words.tokens, runPage.tokens(inputTokens, outputTokens, cachedTokens)],
    [words.cost, cost > 0 ? runPage.cost(cost) : runPage.noPrices],
  ];
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-4">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0 bg-panel px-4 py-2.5">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="font-medium tabular-nums foreign">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
