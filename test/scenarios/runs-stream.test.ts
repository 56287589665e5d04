import { randomUUID } from 'node:crypto';
import { createClient } from '@patchbay/client';
import { createTempDir } from '@patchbay/testkit';
import { createDatabase } from '@patchbay/testkit/postgres';
import { describe, expect, inject, it } from 'vitest';
import { addressOf, eventually, httpServer } from '../support/fixtures.ts';
import {
  allEvents,
  modelAt,
  modelProvider,
  runWhen,
  serverAt,
  startRunHub,
  type ReadEvent,
  type Replies,
} from '../support/run-hub.ts';
import { startTestHub } from '../support/test-hub.ts';

const replies: Replies = [
  { when: { turn: 1 }, say: 'I look.', call: [{ tool: 'fx__echo', arguments: { message: 'hi' } }] },
  { when: { turn: 2 }, say: 'It said hi.', pieces: 2 },
];
const agent = { approval: 'ALWAYS_ALLOW' } as const;

/** What is stored, in one line each. */
function stories(events: readonly ReadEvent[]): string[] {
  return events.flatMap(({ id, event, data }) => {
    const { status, text, answer, toolName } = data;
    const parts = [id, event, toolName, status, text, answer].filter((part) => typeof part === 'string');
    return id === undefined ? [] : [parts.join(' ')];
  });
}

const golden = [
  '1.1 init',
  '3.1 message I look.',
  '4.1 tool_call_update echo IN_PROGRESS',
  '5.1 tool_call_update echo COMPLETED hi',
  '7.1 message It said hi.',
  '8.1 done SUCCEEDED It said hi.',
];

describe('the stream of a run', () => {
  it('tells all of it, to each of its readers, and to those who come later', async () => {
    const { admin } = await startRunHub({ replies, agent });
    const { id } = await admin.startRun({ body: { input: 'Say hi' } });
    const readers = await Promise.all([1, 2].map(() => admin.runEvents({ params: { id } })));
    for (const seen of await Promise.all(readers.map(allEvents))) expect(stories(seen)).toEqual(golden);
    expect(stories(await allEvents(await admin.runEvents({ params: { id } })))).toEqual(golden);
    const steps = await admin.runSteps({ params: { id } });
    expect(steps.map((step) => `${step.id} ${step.event}`)).toEqual(
      golden.map((line) => line.split(' ').slice(0, 2).join(' ')),
    );
  });

  it('goes on after the last event that its reader has', async () => {
    const { admin } = await startRunHub({ replies, agent });
    const { id } = await admin.startRun({ body: { input: 'Say hi' } });
    await runWhen(admin, id, 'SUCCEEDED');
    const headers = { 'Last-Event-ID': '4.1' };
    expect(stories(await allEvents(await admin.runEvents({ params: { id }, headers })))).toEqual(
      golden.slice(3),
    );
  });

  it('is for whoever asked, and for admins: to others there is no such run', async () => {
    const { admin, url } = await startRunHub({ replies, agent });
    const { key } = await admin.createKey({ body: { name: 'other', roles: ['operator'] } });
    const other = createClient({ url, key });
    const { id } = await admin.startRun({ body: { input: 'Say hi' } });
    const refusal = { code: 'RUN_NOT_FOUND', status: 404 };
    for (const read of [other.getRun, other.runEvents, other.runSteps, other.cancelRun])
      await expect(read({ params: { id } })).rejects.toMatchObject(refusal);
    expect(await other.listRuns()).toEqual([]);
  });
});

describe('a run that is cancelled', () => {
  it('ends the call that is on its way, at its server too', async () => {
    const slow = [{ tool: 'fx__slow', arguments: { ms: 600_000 } }];
    const { admin, upstream } = await startRunHub({ replies: [{ call: slow }], agent });
    const { id } = await admin.startRun({ body: { input: 'Wait' } });
    await upstream.saw('tools/call');
    await admin.cancelRun({ params: { id } });
    await eventually(() => upstream.cancelled).toHaveLength(1);
    expect(await runWhen(admin, id, 'CANCELLED')).toMatchObject({ answer: null, reason: 'cancelled' });
  });

  it.each([false, true])(
    'waits for no server that it was about to be connected to (isolated: %s)',
    async (isolated) => {
      const { admin, hub } = await startRunHub({ replies: [{ say: 'Done.' }], agent: { isolated } });
      const silent = await httpServer({
        faults: { initialize: { kind: 'silence' }, 'server/discover': { kind: 'silence' } },
      });
      await hub.register({ name: 'silent', ...addressOf(silent), timeouts: { connectMs: 3_600_000 } });
      if (!isolated) void hub.connect('silent');
      const mcp = { servers: [{ name: 'silent' }] };
      const { id } = await admin.startRun({ body: { input: 'Go.', mcp } });
      await eventually(() => silent.requests.length).toBeGreaterThan(0);
      await admin.cancelRun({ params: { id } });
      expect(await runWhen(admin, id, 'CANCELLED')).toMatchObject({ answer: null });
    },
  );

  it('ends what its model is saying', async () => {
    const { admin, provider } = await startRunHub({ replies: [{ pause: 'forever', say: 'never' }] });
    const { id } = await admin.startRun({ body: { input: 'Wait' } });
    await eventually(() => provider.open()).toBe(1);
    await admin.cancelRun({ params: { id } });
    await eventually(() => provider.open()).toBe(0);
    expect(await runWhen(admin, id, 'CANCELLED')).toMatchObject({ answer: null });
  });
});

describe('two hubs on one database', () => {
  it('do each run once, and either tells of all of them', async () => {
    const [upstream, provider] = await Promise.all([
      httpServer(),
      modelProvider([
        { when: { turn: 1 }, call: [{ tool: 'fx__counter' }] },
        { when: { turn: 2 }, say: 'Counted.' },
      ]),
    ]);
    const config = {
      database: await createDatabase(inject('postgresUrl'), `runs-${randomUUID()}`),
      dataDir: createTempDir(),
      mcp: { servers: [serverAt('fx', upstream)] },
      models: [modelAt(provider)],
      agents: [{ name: 'helper', model: 'm', ...agent }],
    };
    const one = await startTestHub(config);
    const { key } = await one.admin.createKey({ body: { name: 'both', roles: ['admin'] } });
    const other = await startTestHub(config);
    const hubs = [one, other].map(({ url }) => createClient({ url, key }));
    for (const { hub } of [one, other]) await eventually(() => hub.status('fx')).toBe('CONNECTED');
    const asked = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => hubs[at % 2]?.startRun({ body: { input: 'Count.' } })),
    );
    for (const [at, run] of asked.entries()) {
      const follower = hubs[(at + 1) % 2];
      const events = await allEvents(
        (await follower?.runEvents({ params: { id: run?.id ?? '' } })) as Response,
      );
      expect(events.at(-1)).toMatchObject({ event: 'done', data: { answer: 'Counted.', toolCalls: 1 } });
    }
    expect(upstream.count).toBe(12);
  });
});
