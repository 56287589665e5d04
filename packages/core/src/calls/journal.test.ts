import {
  aPrincipal,
  createMemoryIntentStore,
  createRecordingLog,
  createSmallHub,
  settle,
} from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { Intent, IntentStore } from './intent.ts';
import { Journal } from './journal.ts';

const anIntent = (id: string): Intent => ({
  id,
  principal: 'key:root',
  via: 'rest',
  server: 'a',
  tool: 'echo',
  at: new Date('2026-01-01T00:00:00.000Z'),
});

function setup(store: Pick<IntentStore, 'write'> = createMemoryIntentStore()) {
  const writes: { begun: string[]; ended: readonly string[] }[] = [];
  const counted: Pick<IntentStore, 'write'> = {
    write(begun, ended) {
      writes.push({ begun: begun.map(({ id }) => id), ended });
      return store.write(begun, ended);
    },
  };
  return { writes, journal: new Journal({ store: counted, log: createRecordingLog() }) };
}

describe('the journal', () => {
  it('writes what comes together once, and the ends with the next beginning', async () => {
    const { journal, writes } = setup();
    await Promise.all([journal.begin(anIntent('a')), journal.begin(anIntent('b'))]);
    journal.end('a');
    await journal.begin(anIntent('c'));
    await journal.flush();
    expect(writes).toEqual([
      { begun: ['a', 'b'], ended: [] },
      { begun: ['c'], ended: ['a'] },
    ]);
  });

  it('writes an end also when no beginning follows', async () => {
    const { journal, writes } = setup();
    await journal.begin(anIntent('a'));
    journal.end('a');
    await journal.flush();
    expect(writes.at(-1)).toEqual({ begun: [], ended: ['a'] });
  });

  it('says so to everybody whose call could not be noted, and goes on', async () => {
    let isAway = true;
    const { journal } = setup({
      write: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()),
    });
    const both = await Promise.allSettled([journal.begin(anIntent('a')), journal.begin(anIntent('b'))]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isAway = false;
    await expect(journal.begin(anIntent('c'))).resolves.toBeUndefined();
  });
});

describe('a call that could have an effect', () => {
  const call = (hub: ReturnType<typeof createSmallHub>, id = 'c1') =>
    hub.callTool({ id, principal: aPrincipal(), via: 'rest', name: 'a.echo', arguments: {} });

  it('is on disk before it is sent, and gone from there when it has ended', async () => {
    const store = createMemoryIntentStore();
    const hub = createSmallHub({ journal: new Journal({ store, log: createRecordingLog() }) });
    const { upstream } = await hub.addServer('a', ['echo']);
    const seen: string[] = [];
    upstream.onCall = async () => {
      seen.push(...(await store.abandon(new Date('2030-01-01'))).map(({ id }) => id));
      return { result: { content: [] } };
    };
    await call(hub);
    expect(seen).toEqual(['c1']);
    await call(hub, 'c2');
    await settle();
    expect((await store.abandon(new Date('2030-01-01'))).map(({ id }) => id)).toEqual([]);
  });

  it('is not sent when it cannot be noted', async () => {
    const journal = { begin: () => Promise.reject(new Error('disk full')), end: () => {} };
    const hub = createSmallHub({ journal });
    const { upstream } = await hub.addServer('a', ['echo']);
    await expect(call(hub)).rejects.toThrow('disk full');
    expect(upstream.asked).not.toContain('tools/call');
  });

  it('need not be noted when its server is trusted to say that it only reads', async () => {
    const journal = { begin: () => Promise.reject(new Error('disk full')), end: () => {} };
    const hub = createSmallHub({ journal });
    const { upstream, supervisor, server } = await hub.addServer('a', ['echo']);
    upstream.tools = [{ name: 'echo', annotations: { readOnlyHint: true } }];
    await supervisor.redefine({ ...server, settings: { ...server.settings, trustAnnotations: true } }, false);
    await hub.catalog.sync(server, await supervisor.ensure());
    await expect(call(hub)).resolves.toMatchObject({ content: [{ type: 'text' }] });
  });
});
