import { settle } from '@patchbay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMortal, type Death } from '../../test-support/mortal.ts';
import { createRunWorld, type RunWorld, type WorldOptions } from '../../test-support/run-world.ts';
import { executeRun } from './execute-run.ts';

const call = (tool: string, path: string) => ({ tool: `files__${tool}`, arguments: { path } });
const say = (name: string, path: string) =>
  `Thought: next\nAction: files.${name}\nAction Input: {"path": "${path}"}`;

const native: WorldOptions = {
  asks: ['list'],
  replies: [
    { say: 'First.', call: [call('read', 'a'), call('write', 'b'), call('write', 'c')] },
    { fail: { times: 1 }, call: [call('list', 'd'), call('write', 'e'), call('list', 'd')] },
    { say: 'All done.' },
  ],
};
const react: WorldOptions = {
  agent: { dialect: 'react' },
  asks: ['list'],
  replies: [
    { say: say('write', 'b') },
    { say: 'I forgot the form.' },
    { say: say('list', 'd') },
    { say: say('read', 'a') },
    { say: 'Final Answer: All done.' },
  ],
};
const byHand: WorldOptions = { asks: ['write'], run: { input: '/call files.write path: b' }, replies: [{}] };

/** Effects that must not happen twice; reading does no harm. */
const harmful = ({ effects }: RunWorld): readonly string[] =>
  effects.filter((effect) => !effect.startsWith('read')).toSorted();

/** One life of a process. Says whether it was killed. */
async function live(world: RunWorld, death: Death): Promise<boolean> {
  const { mortal, died } = createMortal(world.ports, death);
  const living = executeRun(mortal, world.run.id, { signal: new AbortController().signal });
  const timePasses = (async () => {
    for (let round = 0; round < 40; round += 1) {
      await settle();
      await world.hub.time.pass(100);
    }
    return 'stuck' as const;
  })();
  const end = await Promise.race([living, died, timePasses]);
  await settle(); // what was on its way gets there
  expect(end).not.toBe('stuck');
  return end === 'died';
}

const immortal: Death = { atWrite: Number.POSITIVE_INFINITY, isWritten: false };

/** Killed as often as said, and approved whenever it waits, until it ends. */
async function liveOn(options: WorldOptions, deaths: readonly Death[]): Promise<RunWorld> {
  const world = await createRunWorld(options);
  const left = [...deaths];
  for (let lives = 0; lives < 30 && !(await world.end()); lives += 1) {
    await live(world, left.shift() ?? immortal);
    if ((await world.status()) === 'WAITING') await world.approve();
  }
  return world;
}

async function reference(options: WorldOptions) {
  const world = await liveOn(options, []);
  return {
    answer: (await world.end())?.answer,
    effects: harmful(world),
    steps: (await world.steps()).length,
  };
}

const stories = [
  ['with tools of its own', native],
  ['in ReAct', react],
] as const;

describe.each(stories)('a run %s', (_, options) => {
  it('has the same answer and every effect once, wherever its process is killed', async () => {
    const { answer, effects, steps } = await reference(options);
    expect([answer, effects.length]).toEqual(['All done.', options === native ? 5 : 2]);
    for (let atWrite = 1; atWrite <= steps; atWrite += 1)
      for (const isWritten of [false, true]) {
        const world = await liveOn(options, [{ atWrite, isWritten }]);
        const where = `killed at write ${String(atWrite)}, ${isWritten ? 'after' : 'before'} it`;
        expect((await world.end())?.answer, where).toBe(answer);
        expect(harmful(world), where).toEqual(effects);
      }
  });

  it('has them too when it is killed again and again', async () => {
    const { answer, effects, steps } = await reference(options);
    const death = fc.record({ atWrite: fc.integer({ min: 1, max: steps }), isWritten: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(death, { minLength: 2, maxLength: 6 }), async (deaths) => {
        const world = await liveOn(options, deaths);
        expect((await world.end())?.answer).toBe(answer);
        expect(harmful(world)).toEqual(effects);
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});

describe('a call by hand', () => {
  it('is made once, wherever its process is killed', async () => {
    const { effects, steps } = await reference(byHand);
    for (let atWrite = 1; atWrite <= steps; atWrite += 1)
      for (const isWritten of [false, true]) {
        const world = await liveOn(byHand, [{ atWrite, isWritten }]);
        expect([harmful(world), (await world.end())?.status]).toEqual([effects, 'SUCCEEDED']);
      }
  });
});

describe('a call whose answer was lost with its process', () => {
  const death = { atWrite: 5, isWritten: false }; // prepared, asked, answered, called, result

  it('is made again if that does no harm', async () => {
    const world = await liveOn({ replies: [{ call: [call('read', 'a')] }, { say: 'Done.' }] }, [death]);
    expect(world.effects).toEqual(['read {"path":"a"}', 'read {"path":"a"}']);
  });

  it('is not made again otherwise, and the model is told that it may have run', async () => {
    const world = await liveOn(
      {
        replies: [
          { call: [call('write', 'a')] },
          { when: { turn: 2, last: '*It may have run. Do not repeat it*' }, say: 'I shall look first.' },
        ],
      },
      [death],
    );
    expect(world.effects).toEqual(['write {"path":"a"}']);
    expect(await world.end()).toMatchObject({ status: 'SUCCEEDED', answer: 'I shall look first.' });
  });
});

describe('a process that is killed by the same turn every time', () => {
  it('is not killed for ever', async () => {
    const world = await createRunWorld({ replies: [{ pause: 'forever' }] });
    for (let life = 0; life < 12 && !(await world.end()); life += 1) {
      const controller = new AbortController();
      const living = world.go({ signal: controller.signal });
      await settle();
      controller.abort();
      await living;
    }
    expect(await world.end()).toMatchObject({ status: 'FAILED', reason: 'RUN_STUCK' });
  });
});
