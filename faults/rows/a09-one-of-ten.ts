import { setTimeout as pause } from 'node:timers/promises';
import { all, countFor, none, type Figure, type Scale } from '../support/figure.ts';
import { openLab } from '../support/lab.ts';
import { outcomeOf, tally, textOf, type Outcome } from '../support/outcome.ts';

/** Calls between two losses. A tenth of a server's calls may be repeated, so more losses than that are passed on. */
const usualCalls = 12;

/** A9: one of ten servers loses its session or restarts while nine work, all in one client session. */
export async function oneOfTen(scale: Scale): Promise<Figure> {
  const losses = countFor(scale, 100, 4);
  await using lab = await openLab();
  const victim = await lab.http('victim');
  const names = Array.from({ length: 9 }, (_, at) => `s${String(at)}`);
  await Promise.all(names.map((name) => lab.http(name)));
  const client = await lab.session();
  const session = client.transport?.sessionId;
  const call = (name: string): Promise<Outcome> =>
    outcomeOf(client.callTool({ name: `${name}__echo`, arguments: { message: 'hi' } }));
  const others: Outcome[] = [];
  const state = { isOver: false };
  const working = Promise.all(
    names.map(async (name) => {
      while (!state.isOver) {
        others.push(await call(name));
        await pause(5);
      }
    }),
  );
  const healed: Outcome[] = [];
  for (let n = 0; n < losses; n += 1) {
    if (n % 2 === 0) victim.dropSessions();
    else await victim.restart();
    healed.push(await call('victim'));
    for (let more = 0; more < usualCalls; more += 1) others.push(await call('victim'));
  }
  state.isOver = true;
  await working;
  return {
    id: 'A9',
    name: 'one of ten servers restarts while nine work',
    did: `${String(losses)} lost sessions and restarts of one, ${String(others.length)} other calls meanwhile, in one MCP session; the victim's next calls ended as ${tally(healed)}`,
    marks: [
      all('victim answers the next call', healed.filter(({ word }) => word === 'ok').length, losses),
      none('other outcomes', healed.filter(({ word }) => word !== 'ok').map(textOf)),
      none('other calls that failed', others.filter(({ word }) => word !== 'ok').length),
      all('same session', client.transport?.sessionId === session ? 1 : 0, 1),
    ],
  };
}
