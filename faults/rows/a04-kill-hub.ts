import { stdioFixture } from '@patchbay/testkit/mcp';
import { all, countFor, none, quick, type Figure, type Scale } from '../support/figure.ts';
import { startHubProcess } from '../support/hub-process.ts';
import { commandOf } from '../support/lab.ts';
import { childrenOf, isAlive, isSoWithin } from '../support/processes.ts';

const graceMs = 2_000;

/** A4: the hub itself is killed, so that it can clean up nothing. */
export async function killHub(scale: Scale): Promise<Figure> {
  const kills = countFor(scale, 20, 2);
  const servers = countFor(scale, 20, 4);
  const rounds: Awaited<ReturnType<typeof killOne>>[] = [];
  for (let n = 0; n < kills; n += 1) rounds.push(await killOne(servers));
  return {
    id: 'A4',
    name: 'kill -9 of the hub',
    did: `${String(kills)} kills of a hub with ${String(servers)} stdio servers, every second of which ignores the end of its input, and every fourth SIGTERM too and has a child`,
    marks: [
      all(
        'servers that ran before',
        rounds.reduce((sum, { ran }) => sum + ran, 0),
        kills * servers,
      ),
      none(
        'processes left after 2 s',
        rounds.flatMap(({ left }) => left),
      ),
      quick(
        'all gone',
        rounds.map(({ tookMs }) => tookMs),
        graceMs,
      ),
    ],
  };
}

async function killOne(servers: number) {
  await using stack = new AsyncDisposableStack();
  const fixtures = Array.from({ length: servers }, (_, at) => {
    const isDeaf = at % 4 === 1;
    return stack.use(
      stdioFixture({
        tools: ['echo'],
        capabilities: ['tools'],
        ignoreEof: at % 2 === 1,
        ignoreSigterm: isDeaf,
        ...(isDeaf && { grandchild: 'apart' as const }),
      }),
    );
  });
  const entries = fixtures.map((fixture, at) => ({ name: `s${String(at)}`, ...commandOf(fixture) }));
  const hub = stack.use(await startHubProcess(entries));
  const isReady = (): boolean => fixtures.every((fixture) => fixture.requests.some(isList));
  await isSoWithin(60_000, isReady);
  const pids = [...new Set([...childrenOf(hub.pid), ...fixtures.flatMap(({ alive }) => alive)])];
  const began = performance.now();
  hub.kill('SIGKILL');
  await isSoWithin(graceMs, () => !pids.some(isAlive));
  const ran = fixtures.filter((fixture) => fixture.requests.some(isList)).length;
  return { ran, left: pids.filter(isAlive), tookMs: performance.now() - began };
}

const isList = ({ method }: { method: string | undefined }): boolean => method === 'tools/list';
