import { countFor, none, quick, type Figure, type Scale } from '../support/figure.ts';
import { openLab, type Lab } from '../support/lab.ts';
import { isSoWithin, zombiesOf } from '../support/processes.ts';
import { atOnce } from '../support/spread.ts';

const ways = {
  disable: ({ admin }: Lab, name: string) => admin.disableServer({ params: { name } }),
  remove: ({ hub }: Lab, name: string) => hub.unregister(name),
  disconnect: ({ hub }: Lab, name: string) => hub.disconnect(name),
  redefine: ({ admin }: Lab, name: string) =>
    admin.putServer({ params: { name }, body: { transport: 'http', url: 'http://127.0.0.1:1' } }),
} as const;

/** A3: a server that ignores the end of its input and SIGTERM is switched off. */
export async function stopDeafServer(scale: Scale): Promise<Figure> {
  const times = countFor(scale, 52, 4);
  await using lab = await openLab();
  const names = Object.keys(ways) as (keyof typeof ways)[];
  const turns = Array.from({ length: times }, (_, at) => names[at % names.length] ?? 'remove');
  const stops = await atOnce(turns, 4, async (way, at) => {
    const name = `deaf${String(at)}`;
    const options = { ignoreEof: true, ignoreSigterm: true, grandchild: 'on-our-pipes' } as const;
    const fixture = await lab.stdio(name, options);
    const began = performance.now();
    await ways[way](lab, name);
    const isGone = await isSoWithin(2_000, () => fixture.alive.length === 0);
    return { tookMs: performance.now() - began, left: isGone ? [] : fixture.alive, stops: fixture.stops };
  });
  return {
    id: 'A3',
    name: 'a stdio server that ignores EOF and SIGTERM is switched off',
    did: `${String(times)} servers, each with a child on its pipes: disabled, removed, disconnected or redefined`,
    marks: [
      none(
        'processes left',
        stops.flatMap(({ left }) => left),
      ),
      none(
        'process that was not asked first',
        stops.filter(({ stops }) => stops.join() !== 'eof,SIGTERM').length,
      ),
      none('zombies', zombiesOf(process.pid)),
      quick(
        'gone',
        stops.map(({ tookMs }) => tookMs),
        3_000,
      ),
    ],
  };
}
