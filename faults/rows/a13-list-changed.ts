import { setTimeout as pause } from 'node:timers/promises';
import { all, atMost, countFor, type Figure, type Scale } from '../support/figure.ts';
import { openLab } from '../support/lab.ts';
import { outcomeOf } from '../support/outcome.ts';

/** A second, since the hub looks every fifteen whether a server really works. */
const probes = 1 / 15;

/** A13: a server says again and again that its tools have changed, and each time they have. */
export async function listChangedStorm(scale: Scale): Promise<Figure> {
  const seconds = countFor(scale, 60, 1);
  await using lab = await openLab();
  const storm = await lab.http('storm', { tools: ['echo'] });
  const told = { times: 0 };
  const client = await lab.session(() => void (told.times += 1));
  await storm.until(() => storm.listeners > 0);
  const lists = (): number => storm.requests.filter(({ method }) => method === 'tools/list').length;
  const before = lists();
  const began = performance.now();
  let said = 0;
  while (performance.now() - began < seconds * 1_000) {
    storm.setTools(said % 2 === 0 ? ['echo', 'add'] : ['echo']);
    storm.emitListChanged('tools');
    said += 1;
    await pause(10);
  }
  const took = (performance.now() - began) / 1_000;
  const [read, heard] = [lists() - before, told.times];
  await pause(1_500); // the last change is read within a second
  const { tools } = await client.listTools();
  const wanted = said % 2 === 0 ? 1 : 2;
  const call = await outcomeOf(client.callTool({ name: 'storm__echo', arguments: { message: 'hi' } }));
  return {
    id: 'A13',
    name: 'a storm of list_changed',
    did: `${String(said)} changes in ${took.toFixed(0)} s; the list was read ${String(read)} times, and the client told ${String(heard)} times`,
    marks: [
      atMost('readings a second, probes included', read / took, 1 + probes + 1 / took),
      atMost('tellings a second', heard / took, 1 + 1 / took),
      all('the last list is known', tools.length, wanted),
      all('it can be called', call.word === 'ok' ? 1 : 0, 1),
    ],
  };
}
