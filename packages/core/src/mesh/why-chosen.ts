import type { Choice, StageTrace } from './choice.ts';

/** How a choice came about, in one line. The stages say it at length. */
export function whyChosen({ chosen, stages }: Choice): string {
  const left = stages.at(-1)?.kept ?? [];
  if (!chosen) return whyNobody(stages);
  const evicted = stages.flatMap((stage) => stage.evicted ?? []);
  const others =
    evicted.length === 0
      ? ''
      : `; put out: ${evicted.map(({ id, reason }) => `${id} (${reason})`).join(', ')}`;
  if (left.length > 1) return `first of ${String(left.length)} by score, version and id${others}`;
  return evicted.length === 0 ? 'the only one' : `the only one left${others}`;
}

function whyNobody(stages: readonly StageTrace[]): string {
  const evicted = stages.flatMap((stage) => (stage.evicted ?? []).map((one) => `${one.id} (${one.reason})`));
  return evicted.length === 0 ? 'nobody provides it' : `nobody is left; put out: ${evicted.join(', ')}`;
}
