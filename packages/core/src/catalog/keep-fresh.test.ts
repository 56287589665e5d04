import { createSmallHub, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { createKeepFresh } from './keep-fresh.ts';

const intervalMs = 300_000;

async function setup() {
  const hub = createSmallHub();
  const [good, bad] = [await hub.addServer('good', ['echo']), await hub.addServer('bad', ['echo'])];
  const keepFresh = createKeepFresh({ ...hub, timers: hub.time.timers, intervalMs });
  keepFresh.start();
  const toolsOf = ({ server }: typeof good): string[] => [...hub.catalog.toolsOf(server).keys()];
  return { ...hub, good, bad, keepFresh, pass: (ms: number) => hub.time.pass(ms), toolsOf };
}

describe('reading the lists again', () => {
  it('happens every five minutes, and one server that does not answer harms only itself [B-22] [B-26]', async () => {
    const { good, bad, pass, toolsOf, log } = await setup();
    for (const { upstream } of [good, bad]) upstream.tools = [{ name: 'new' }];
    bad.upstream.listsAfter = new Promise(() => {});
    await pass(intervalMs - 1);
    expect(toolsOf(good)).toEqual(['echo']);
    await pass(1);
    expect([toolsOf(good), toolsOf(bad)]).toEqual([['new'], ['echo']]);
    await pass(120_000);
    expect(bad.supervisor.view()).toMatchObject({
      status: 'FAILED',
      reason: expect.stringContaining('two minutes') as string,
    });
    expect(log.lines).toContainEqual(expect.objectContaining({ event: 'catalog.sync-failed' }));
    good.upstream.tools = [{ name: 'newer' }];
    await pass(intervalMs);
    expect([good.supervisor.view().status, toolsOf(good)]).toEqual(['CONNECTED', ['newer']]);
  });

  it('never begins again once it was stopped, not even by a round that was under way', async () => {
    const { good, keepFresh, pass, time } = await setup();
    const late = Promise.withResolvers<void>();
    good.upstream.listsAfter = late.promise;
    await pass(intervalMs);
    keepFresh.stop();
    const asked = good.upstream.asked.length;
    late.resolve();
    await settle();
    await pass(10 * intervalMs);
    expect([good.upstream.asked.length, time.waiting()]).toEqual([asked, 0]);
  });
});
