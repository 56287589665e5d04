import type { FixtureHandle } from '@patchbay/testkit/mcp';
import { countFor, none, type Figure, type Scale } from '../support/figure.ts';
import { openLab, type Lab } from '../support/lab.ts';
import { outcomeOf, tally, type Outcome } from '../support/outcome.ts';
import { inBatches, seeded } from '../support/spread.ts';

interface Entry {
  readonly outcome: Outcome;
  readonly effects: number;
  readonly kill: string;
}

const killShare = 0.15;
const kills = ['before', 'after'] as const;

/** A8: what the hub says of each call, beside what really happened. */
export async function ledger(scale: Scale): Promise<Figure> {
  const total = countFor(scale, 10_000, 200);
  await using lab = await openLab();
  const chance = seeded(1);
  const entries: Entry[] = [];
  const batches = { total: total / 2, size: countFor(scale, 100, 50), workers: 2 };
  const options = { tools: ['counter'], capabilities: ['tools'] } as const;
  const http = inBatches(batches, async (count, batch) => {
    const name = `http${String(batch)}`;
    const version = batch % 2 === 0 ? '2025-11-25' : '2026-07-28';
    const fixture = await lab.http(name, { ...options, version });
    entries.push(...(await callOften(lab, { name, fixture, count, chance })));
  });
  const stdio = inBatches(batches, async (count, batch) => {
    const name = `stdio${String(batch)}`;
    const fixture = await lab.stdio(name, options);
    entries.push(...(await callOften(lab, { name, fixture, count, chance })));
  });
  await Promise.all([http, stdio]);
  const told = (isSuch: (word: string) => boolean): Entry[] =>
    entries.filter(({ outcome }) => isSuch(outcome.word));
  const [ok, unknown] = [told((word) => word === 'ok'), told((word) => word === 'OUTCOME_UNKNOWN')];
  const failed = told((word) => word !== 'ok' && word !== 'OUTCOME_UNKNOWN');
  return {
    id: 'A8',
    name: 'ledger of side effects',
    did: `${String(entries.length)} calls of a tool that counts, half over stdio and half over HTTP, ${String(entries.filter(({ kill }) => kill !== '').length)} of them killed before or after the effect; they ended as ${tally(entries.map(({ outcome }) => outcome))}`,
    marks: [
      none('effects that happened twice', entries.filter(({ effects }) => effects > 1).length),
      none('ok without exactly one effect', ok.filter(({ effects }) => effects !== 1).length),
      none('failed with an effect', failed.filter(({ effects }) => effects !== 0).length),
      none('unknown without a kill', unknown.filter(({ kill }) => kill === '').length),
      none('hung calls', told((word) => word === 'hung').length),
    ],
  };
}

interface Batch {
  readonly name: string;
  readonly fixture: FixtureHandle;
  readonly count: number;
  readonly chance: () => number;
}

/** One after the other, so that each effect is known to belong to its call. */
async function callOften({ hub }: Lab, { name, fixture, count, chance }: Batch): Promise<Entry[]> {
  const entries: Entry[] = [];
  let before = 0;
  for (let n = 0; n < count; n += 1) {
    const when = chance() < killShare ? kills[Math.floor(chance() * 2)] : undefined;
    if (when) fixture.set({ 'tools/call': { kind: 'crash', when, times: 1 } });
    const outcome = await outcomeOf(hub.call(`${name}.counter`));
    if (when) fixture.set({});
    const after = fixture.count;
    entries.push({ outcome, effects: after - before, kill: when ?? '' });
    before = after;
  }
  await hub.unregister(name);
  return entries;
}
