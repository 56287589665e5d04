import { startHttpFixture } from '@patchbay/testkit/mcp';
import { all, countFor, none, quick, type Figure, type Scale } from '../support/figure.ts';
import { startHubProcess } from '../support/hub-process.ts';
import { outcomeOf, tally } from '../support/outcome.ts';

/** A5: the hub is asked to end while calls are on their way. */
export async function stopHubMidCalls(scale: Scale): Promise<Figure> {
  const [servers, each] = [countFor(scale, 8, 2), countFor(scale, 25, 5)];
  // In a test nobody waits for the drain to be over.
  const endless = scale === 'full' ? servers / 2 : 0;
  await using stack = new AsyncDisposableStack();
  const fixtures = await Promise.all(
    Array.from({ length: servers }, () => startHttpFixture({ tools: ['slow'] })),
  );
  for (const fixture of fixtures) stack.use(fixture);
  const entries = fixtures.map(({ url }, at) => ({ name: `s${String(at)}`, transport: 'http', url }));
  const hub = stack.use(await startHubProcess(entries));
  await Promise.all(fixtures.map((fixture) => fixture.saw('prompts/list')));
  const callOf = (at: number) => {
    const body = { toolName: `s${String(at)}.slow`, arguments: { ms: 600_000 } };
    return outcomeOf(hub.admin.executeTool({ body }));
  };
  const calls = fixtures.map((_, at) => Array.from({ length: each }, () => callOf(at)));
  await Promise.all(fixtures.map((fixture) => fixture.saw('tools/call', each)));
  const began = performance.now();
  hub.kill('SIGTERM');
  const refused = await refusal(hub.admin);
  for (const fixture of fixtures.slice(endless)) fixture.release();
  const [cut, finished] = [calls.slice(0, endless), calls.slice(endless)];
  const released = await Promise.all(finished.flat());
  const { code } = await hub.ended;
  const tookMs = performance.now() - began;
  const lost = await Promise.all(cut.flat());
  return {
    id: 'A5',
    name: 'SIGTERM while calls are on their way',
    did: `${String(servers * each)} calls on their way, of which ${String(endless * each)} would never end; these ended as ${tally(lost) || 'none'}, a new one as ${refused}`,
    marks: [
      none('hung calls', lost.filter(({ word }) => word === 'hung').length),
      none('new calls taken', refused === 'ok' ? 1 : 0),
      all('answered that could be', released.filter(({ word }) => word === 'ok').length, released.length),
      all(
        'endless ones told that they may have run',
        lost.filter(({ word }) => word === 'OUTCOME_UNKNOWN').length,
        lost.length,
      ),
      all('exit code 0', code === 0 ? 1 : 0, 1),
      quick('ended', [tookMs], 10_000),
    ],
  };
}

/** Asks until somebody says no: the signal takes a moment to arrive. */
async function refusal(admin: Awaited<ReturnType<typeof startHubProcess>>['admin']): Promise<string> {
  for (let n = 0; n < 1_000; n += 1) {
    const { word } = await outcomeOf(admin.listServers());
    if (word !== 'ok') return word;
  }
  return 'ok';
}
