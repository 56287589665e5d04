import { aPrincipal, createMemoryIntentStore, createSmallHub } from '@patchbay/testkit';
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
  const writes: string[][] = [];
  const journal = new Journal({
    write(begun) {
      writes.push(begun.map(({ id }) => id));
      return store.write(begun);
    },
  });
  return { writes, journal };
}

describe('the journal', () => {
  it('writes once what comes together, and what comes meanwhile after it', async () => {
    const { journal, writes } = setup();
    const together = [journal.begin(anIntent('a')), journal.begin(anIntent('b'))];
    await Promise.resolve();
    await Promise.all([...together, journal.begin(anIntent('c'))]);
    await journal.begin(anIntent('d'));
    expect(writes).toEqual([['a', 'b'], ['c'], ['d']]);
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
  type Hub = ReturnType<typeof createSmallHub>;
  const call = ({ callTool }: Hub, id = 'c1') =>
    callTool({ id, principal: aPrincipal(), via: 'rest', name: 'a.echo', arguments: { b: 1, a: 2 } });
  const unwritable = { begin: () => Promise.reject(new Error('disk full')) };

  /** Its server says that its tool only reads, and is trusted. */
  async function makeSafe(hub: Hub) {
    const { upstream, supervisor, server } = await hub.addServer('a', ['echo']);
    upstream.tools = [{ name: 'echo', annotations: { readOnlyHint: true } }];
    await supervisor.redefine({ ...server, settings: { ...server.settings, trustAnnotations: true } }, false);
    await hub.catalog.sync(server, await supervisor.ensure());
  }

  it('is on disk before it is sent, with all that is known of it', async () => {
    const store = createMemoryIntentStore();
    const hub = createSmallHub({ journal: new Journal(store) });
    const { upstream } = await hub.addServer('a', ['echo']);
    let seen: readonly Intent[] = [];
    upstream.onCall = async () => {
      seen = await store.listOpen(new Date('2030-01-01'), 10);
      return { result: { content: [] } };
    };
    await call(hub);
    expect(seen).toMatchObject([
      {
        id: 'c1',
        server: 'a',
        tool: 'echo',
        facts: { principalName: 'root', decision: 'allow', args: { bytes: 13 } },
      },
    ]);
    expect(hub.records).toMatchObject([{ trail: { isNoted: true, facts: seen[0]?.facts } }]);
  });

  it('is not sent when it cannot be noted, and what may be left of the note goes', async () => {
    const hub = createSmallHub({ journal: unwritable });
    const { upstream } = await hub.addServer('a', ['echo']);
    await expect(call(hub)).rejects.toThrow('disk full');
    expect(upstream.asked).not.toContain('tools/call');
    expect(hub.records).toMatchObject([{ trail: { isNoted: true } }]);
  });

  it('is not sent when its end could not be written down', async () => {
    const hub = createSmallHub({ isAuditOpen: () => false });
    const { upstream } = await hub.addServer('a', ['echo']);
    await expect(call(hub)).rejects.toMatchObject({ code: 'AUDIT_UNAVAILABLE' });
    expect(upstream.asked).not.toContain('tools/call');
  });

  it('need not be noted when its server is trusted to say that it only reads', async () => {
    const hub = createSmallHub({ journal: unwritable, isAuditOpen: () => false });
    await makeSafe(hub);
    await expect(call(hub)).resolves.toMatchObject({ content: [{ type: 'text' }] });
    expect(hub.records[0]?.trail.isNoted).toBeUndefined();
  });
});
