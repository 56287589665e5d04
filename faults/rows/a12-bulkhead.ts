import {
  all,
  atMost,
  countFor,
  none,
  percentile,
  quick,
  type Figure,
  type Scale,
} from '../support/figure.ts';
import { openLab, type Lab } from '../support/lab.ts';
import { outcomeOf, tally, type Outcome } from '../support/outcome.ts';

const [running, waiting] = [32, 64];

/** A12: one server never answers, and many calls wait for it; the others must not feel it. */
export async function bulkhead(scale: Scale): Promise<Figure> {
  const pending = countFor(scale, 500, 120);
  const callMs = countFor(scale, 5_000, 500);
  await using lab = await openLab();
  const hole = await lab.http(
    'hole',
    { faults: { 'tools/call': { kind: 'silence' } } },
    { timeouts: { callMs } },
  );
  await Promise.all(['s0', 's1', 's2'].map((name) => lab.http(name)));
  const state = { isOver: false };
  setTimeout(() => (state.isOver = true), countFor(scale, 5_000, 200));
  const quiet = await callOthers(lab, state);
  state.isOver = false;
  const asked = Array.from({ length: pending }, () =>
    outcomeOf(lab.hub.call('hole.echo', { message: 'hi' })),
  );
  const disturbed = callOthers(lab, state);
  const stuck = await Promise.all(asked);
  state.isOver = true;
  const others = await disturbed;
  const times = (outcomes: readonly Outcome[]): number[] => outcomes.map(({ tookMs }) => tookMs);
  const turnedAway = stuck.filter(({ word, tookMs }) => word === 'SERVER_BUSY' && tookMs < callMs / 2);
  const sent = hole.requests.filter(({ method }) => method === 'tools/call').length;
  return {
    id: 'A12',
    name: 'a server that never answers, with many calls waiting for it',
    did: `${String(pending)} calls of it, which ended as ${tally(stuck)}; ${String(others.length)} calls of three others meanwhile`,
    marks: [
      none('hung calls', stuck.filter(({ word }) => word === 'hung').length),
      none('calls of others that failed', others.filter(({ word }) => word !== 'ok').length),
      all('turned away at once', turnedAway.length, pending - running - waiting),
      atMost('sent to it', sent, running),
      atMost(
        'time of the longest call, in time-outs',
        Math.max(...times(stuck)) / callMs,
        1 + 1_000 / callMs,
      ),
      quick('turned away', times(turnedAway), 250),
      quick('others', times(others), Math.max(1.5 * percentile(times(quiet), 0.99), 10)),
    ],
  };
}

async function callOthers({ hub }: Lab, state: { isOver: boolean }): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let n = 0; !state.isOver; n += 1)
    outcomes.push(await outcomeOf(hub.call(`s${String(n % 3)}.echo`, { message: 'hi' })));
  return outcomes;
}
