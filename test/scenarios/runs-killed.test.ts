import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type Client } from '@patchbay/client';
import { createTempDir } from '@patchbay/testkit';
import type { NetworkFixture } from '@patchbay/testkit/mcp';
import { describe, expect, it } from 'vitest';
import { countOf, eventually, httpServer } from '../support/fixtures.ts';
import { readKeyFile, startHubProcess, type HubProcess } from '../support/hub-process.ts';
import { modelAt, modelProvider, runWhen, serverAt, type Replies } from '../support/run-hub.ts';

const call = (tool: string, args = {}) => ({ call: [{ tool: `fx__${tool}`, arguments: args }] });
const replies: Replies = [
  { when: { turn: 1 }, ...call('echo', { message: 'hi' }) },
  { when: { turn: 2 }, ...call('counter') },
  { when: { turn: 3 }, say: 'All done.' },
];

interface Place {
  readonly folder: string;
  readonly upstream: NetworkFixture;
}

/** A folder with a hub of its own: one server, one model over HTTP, one agent. */
async function makePlace(script: Replies, approval = 'ALWAYS_ALLOW') {
  const folder = createTempDir();
  const [upstream, provider] = await Promise.all([httpServer(), modelProvider(script)]);
  const config = {
    mcp: { servers: [serverAt('fx', upstream)] },
    models: [modelAt(provider)],
    agents: [{ name: 'helper', model: 'm', approval }],
  };
  writeFileSync(join(folder, 'patchbay.yaml'), JSON.stringify(config));
  return { folder, upstream, provider };
}

const start = ({ folder }: Place): Promise<HubProcess> => startHubProcess({ folder });

const adminOf = ({ url, folder }: HubProcess): Client =>
  createClient({ url: url ?? '', key: readKeyFile(folder).key });

describe('a run in a hub that is killed, or stopped', () => {
  const answers = (provider: { seen: readonly unknown[] }, times: number) => () =>
    provider.seen.length >= times;

  it.each([
    ['before its model was asked', 1],
    ['between two tools', 2],
    ['after its last tool', 3],
  ] as const)('%s has the same answer after the restart, and no tool was called twice', async (_, asks) => {
    // Nobody answers this turn before the kill: it is asked again after it.
    const at = asks - 1;
    const slow: Replies = [
      { when: { turn: asks }, fail: { times: 1, status: 503 }, ...replies[at], pause: 1 },
      ...replies,
    ];
    const place = await makePlace(slow);
    const first = await start(place);
    const { id } = await adminOf(first).startRun({ body: { input: 'Go.' } });
    await eventually(answers(place.provider, asks)).toBe(true);
    await first.stop('SIGKILL');
    const later = adminOf(await start(place));
    expect(await runWhen(later, id, 'SUCCEEDED')).toMatchObject({ answer: 'All done.', toolCalls: 2 });
    expect(place.upstream.count).toBe(1);
  });

  it('while a tool that has an effect is at work does not call it again, and tells the model', async () => {
    const place = await makePlace([
      { when: { turn: 1 }, ...call('counter') },
      { when: { last: '*may have run*' }, say: 'I do not know.' },
    ]);
    place.upstream.set({ 'tools/call': { kind: 'silence' } });
    const first = await start(place);
    const { id } = await adminOf(first).startRun({ body: { input: 'Go.' } });
    await place.upstream.saw('tools/call');
    await eventually(() => place.upstream.count).toBe(1);
    await first.stop('SIGKILL');
    place.upstream.set({});
    const later = adminOf(await start(place));
    expect(await runWhen(later, id, 'SUCCEEDED')).toMatchObject({ answer: 'I do not know.' });
    expect(place.upstream.count).toBe(1);
  });

  it('in good order, while a tool is at work, begins nothing more and goes on after the restart', async () => {
    const place = await makePlace([
      { when: { turn: 1 }, call: [{ tool: 'fx__slow', arguments: { ms: 600_000 } }] },
      { when: { turn: 2 }, ...call('counter') },
      { when: { turn: 3 }, say: 'All done.' },
    ]);
    const first = await start(place);
    const { id } = await adminOf(first).startRun({ body: { input: 'Go.' } });
    await place.upstream.saw('tools/call');
    const stopping = first.stop('SIGTERM');
    const isServing = () =>
      fetch(`${first.url ?? ''}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    await eventually(isServing).toBe(false);
    place.upstream.release();
    expect(await stopping).toMatchObject({ code: 0 });
    expect([place.provider.seen.length, place.upstream.count]).toEqual([1, 0]);
    const later = adminOf(await start(place));
    expect(await runWhen(later, id, 'SUCCEEDED')).toMatchObject({ answer: 'All done.', toolCalls: 2 });
    expect(countOf(place.upstream, 'tools/call')).toBe(2);
  });

  it('while it waits for an approval goes on when that is given after the restart', async () => {
    const asking: Replies = [{ when: { turn: 1 }, ...call('counter') }, { say: 'All done.' }];
    const place = await makePlace(asking, 'ASK_USER');
    const first = await start(place);
    const { id } = await adminOf(first).startRun({ body: { input: 'Go.' } });
    const [approval = ''] = (await runWhen(adminOf(first), id, 'WAITING')).waitsFor;
    await first.stop('SIGKILL');
    const later = adminOf(await start(place));
    expect(place.upstream.count).toBe(0);
    await later.answerApproval({ params: { id: approval }, body: { approved: true } });
    expect(await runWhen(later, id, 'SUCCEEDED')).toMatchObject({ answer: 'All done.' });
    expect(place.upstream.count).toBe(1);
  });
});
