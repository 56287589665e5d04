import { all, countFor, none, quick, type Figure, type Scale } from '../support/figure.ts';
import { openLab } from '../support/lab.ts';
import { outcomeOf, tally, type Outcome } from '../support/outcome.ts';

/** A7: the stream that would bring the answer is cut; the call must end then, not at its time-out. */
export async function cutStream(scale: Scale): Promise<Figure> {
  const cuts = countFor(scale, 200, 12);
  await using lab = await openLab();
  const servers = {
    legacy: await lab.http('legacy', { answers: 'sse' }),
    modern: await lab.http('modern', { answers: 'sse', version: '2026-07-28' }),
    sse: await lab.sse('sse'),
  };
  const [cut, next]: [Outcome[], Outcome[]] = [[], []];
  for (let n = 0; n < cuts; n += 1) {
    const name = (['legacy', 'modern', 'sse'] as const)[n % 3] ?? 'legacy';
    const how = n % 2 === 0 ? 'destroy' : 'end';
    servers[name].set({ 'tools/call': { kind: 'cut', how, times: 1 } });
    cut.push(await outcomeOf(lab.hub.call(`${name}.counter`)));
    next.push(await outcomeOf(lab.hub.call(`${name}.echo`, { message: 'hi' })));
  }
  return {
    id: 'A7',
    name: 'an SSE reply is cut before the answer',
    did: `${String(cuts)} cuts by a reset or an end, over legacy HTTP, modern HTTP and the old SSE transport; the calls ended as ${tally(cut)}`,
    marks: [
      none('hung calls', cut.concat(next).filter(({ word }) => word === 'hung').length),
      all('told that it may have run', cut.filter(({ word }) => word === 'OUTCOME_UNKNOWN').length, cuts),
      all('next call succeeds', next.filter(({ word }) => word === 'ok').length, cuts),
      quick(
        'told',
        cut.map(({ tookMs }) => tookMs),
        1_000,
      ),
    ],
  };
}
