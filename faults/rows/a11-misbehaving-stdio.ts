import type { StdioFixtureOptions } from '@patchbay/testkit/mcp';
import { all, atMost, none, type Figure, type Scale } from '../support/figure.ts';
import { openLab, type Lab } from '../support/lab.ts';
import { outcomeOf, type Outcome } from '../support/outcome.ts';
import { isSoWithin } from '../support/processes.ts';

interface Rudeness {
  readonly options: StdioFixtureOptions;
  /** What a call of it ends as. */
  readonly ends: Outcome['word'];
  /** Whether its first process is still there afterwards. */
  readonly lives: boolean;
}

const onCall = (fault: NonNullable<StdioFixtureOptions['faults']>[string]): StdioFixtureOptions => ({
  faults: { 'tools/call': fault },
});

const rudenesses: Readonly<Record<string, Rudeness>> = {
  'a line of 65 MiB': {
    options: onCall({ kind: 'huge', megabytes: 65 }),
    ends: 'OUTCOME_UNKNOWN',
    lives: false,
  },
  'half a line, then the end': { options: onCall({ kind: 'cut' }), ends: 'OUTCOME_UNKNOWN', lives: false },
  'lines that are no JSON': { options: onCall({ kind: 'noise' }), ends: 'ok', lives: true },
  'a banner on its output': { options: { banner: 'Welcome!' }, ends: 'ok', lives: true },
  'malformed JSON': { options: onCall({ kind: 'malformed' }), ends: 'MCP_TIMEOUT', lives: true },
  'an answer to nobody': { options: onCall({ kind: 'wrong-id' }), ends: 'MCP_TIMEOUT', lives: true },
  'an answer twice': { options: onCall({ kind: 'duplicate' }), ends: 'ok', lives: true },
  'no answer': { options: onCall({ kind: 'silence' }), ends: 'MCP_TIMEOUT', lives: true },
  'a flood on stderr': { options: onCall({ kind: 'stderr', megabytes: 32 }), ends: 'ok', lives: true },
  'no greeting': { options: { faults: { '*': { kind: 'silence' } } }, ends: 'TOOL_NOT_FOUND', lives: false },
  'an exit at the start': { options: { exitAtStart: 3 }, ends: 'TOOL_NOT_FOUND', lives: false },
};

/** A11: processes that break the rules of stdio. */
export async function misbehavingStdio(_: Scale): Promise<Figure> {
  await using lab = await openLab({
    mcp: { timeouts: { connectMs: 3_000 }, reconnection: { enabled: false } },
  });
  await lab.stdio('good');
  const others: Outcome[] = [];
  const state = { isOver: false, peakMb: 0 };
  const before = process.memoryUsage.rss() / 2 ** 20;
  const working = (async () => {
    while (!state.isOver) {
      others.push(await outcomeOf(lab.hub.call('good.echo', { message: 'hi' })));
      state.peakMb = Math.max(state.peakMb, process.memoryUsage.rss() / 2 ** 20 - before);
    }
  })();
  const wrong = await Promise.all(Object.entries(rudenesses).map((entry, at) => meet(lab, entry, at)));
  state.isOver = true;
  await working;
  const found = wrong.flatMap((label) => label ?? []);
  return {
    id: 'A11',
    name: 'stdio servers that break the rules',
    did: `${Object.keys(rudenesses).join(', ')}; ${String(others.length)} calls of a good one meanwhile`,
    marks: [
      all('ended as it should', wrong.length - found.length, wrong.length),
      none('other ends', found),
      none('calls of the good one that failed', others.filter(({ word }) => word !== 'ok').length),
      atMost('growth of memory at its peak in MiB', state.peakMb, 256), // the longest line is 64, held as bytes and as text
    ],
  };
}

async function meet(lab: Lab, [what, rudeness]: [string, Rudeness], at: number): Promise<string | undefined> {
  const name = `rude${String(at)}`;
  const fixture = await lab.stdio(
    name,
    { tools: ['echo'], capabilities: ['tools'], ...rudeness.options },
    { timeouts: { callMs: rudeness.ends === 'MCP_TIMEOUT' ? 500 : 60_000 } },
  );
  const { word } = await outcomeOf(lab.hub.call(`${name}.echo`, { message: 'hi' }));
  const lives = (): boolean => fixture.alive.length > 0;
  await isSoWithin(3_000, () => lives() === rudeness.lives);
  const isRight = word === rudeness.ends && lives() === rudeness.lives;
  return isRight ? undefined : `${what}: ${word}, ${lives() ? 'lives' : 'is gone'}`;
}
