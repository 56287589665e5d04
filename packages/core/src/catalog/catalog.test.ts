import { fail, type JsonObject, type RpcAnswer } from '@patchbay/contracts';
import {
  aServer,
  createFakeUpstream,
  createManualTime,
  createMemoryCatalogStore,
  createRecordingLog,
} from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { Link } from '../connections/link.ts';
import { Catalog } from './catalog.ts';
import { readOffer } from './read-offer.ts';

/** A link that answers lists from a table of pages. */
function aLink(pages: Record<string, readonly JsonObject[]>, capabilities: JsonObject = { tools: {} }): Link {
  return {
    era: 'legacy',
    protocolVersion: '2025-11-25',
    serverInfo: { name: 'fixture', version: '1' },
    instructions: undefined,
    capabilities,
    ended: new Promise(() => {}),
    watch() {},
    close: async () => {},
    async request({ method, params }): Promise<RpcAnswer> {
      const page = pages[method]?.[Number(params?.['cursor'] ?? 0)];
      return page ? { result: page } : { error: { code: -32_601, message: 'no such method' } };
    },
  };
}

const reading = (link: Link) => readOffer({ serverId: 'github', link, timeoutMs: 1 });

describe('reading what a server offers', () => {
  it('goes through all pages, and puts everything in byte order', async () => {
    const link = aLink({
      'tools/list': [
        { tools: [{ name: 'b' }, { name: 'Z' }], nextCursor: '1' },
        { tools: [{ name: 'a' }], nextCursor: '2' },
        { tools: [] },
      ],
    });
    expect((await reading(link)).tools.map(({ name }) => name)).toEqual(['Z', 'a', 'b']);
  });

  it('takes an empty cursor for one', async () => {
    const asked: unknown[] = [];
    const link = aLink({});
    const result = await readOffer({
      serverId: 'github',
      timeoutMs: 1,
      link: {
        ...link,
        async request({ params }) {
          asked.push(params?.['cursor']);
          return { result: asked.length === 1 ? { tools: [{ name: 'a' }], nextCursor: '' } : { tools: [] } };
        },
      },
    });
    expect(asked).toEqual([undefined, '']);
    expect(result.tools).toHaveLength(1);
  });

  it('is an empty list where the server has no such capability, or no such method [B-12]', async () => {
    const offer = await reading(aLink({ 'tools/list': [{ tools: [] }] }, { tools: {}, prompts: {} }));
    expect(offer).toMatchObject({ tools: [], resources: [], templates: [], prompts: [] });
  });

  it('keeps every definition as it came', async () => {
    const tool = {
      name: 'odd',
      inputSchema: { $ref: 'https://x/' },
      'x-own': [1, { a: null }],
      _meta: { k: 1 },
    };
    expect((await reading(aLink({ 'tools/list': [{ tools: [tool] }] }))).tools).toEqual([tool]);
  });

  it('leaves out what has no name, and the second of two with one', async () => {
    const tools = [{ description: 'nameless' }, 7, { name: 'a', n: 1 }, { name: 'a', n: 2 }, { name: '' }];
    const link = aLink({ 'tools/list': [{ tools: tools as unknown as JsonObject[] }] });
    expect((await reading(link)).tools).toEqual([{ name: 'a', n: 1 }]);
  });

  it('fails for a list without end, and for an answer that is no list', async () => {
    const endless = aLink({ 'tools/list': [{ tools: [{ name: 'a' }], nextCursor: '0' }] });
    await expect(reading(endless)).rejects.toMatchObject({ code: 'MCP_PROTOCOL_ERROR' });
    await expect(reading(aLink({ 'tools/list': [{ tools: 'all' }] }))).rejects.toMatchObject({
      code: 'MCP_PROTOCOL_ERROR',
    });
  });
});

async function setup() {
  const time = createManualTime();
  const store = createMemoryCatalogStore();
  const changes: string[] = [];
  const create = () =>
    new Catalog({
      store,
      clock: time.clock,
      log: createRecordingLog(),
      listMsOf: () => 1,
      onChanged: ({ name }) => void changes.push(name),
    });
  return {
    time,
    store,
    changes,
    create,
    catalog: create(),
    upstream: createFakeUpstream(),
    server: aServer(),
  };
}

describe('the catalogue', () => {
  const link = aLink({ 'tools/list': [{ tools: [{ name: 'echo' }] }] });

  it('says that a server was never read, then that it was, and when [B-51]', async () => {
    const { catalog, server, time } = await setup();
    expect(catalog.record(server)).toMatchObject({ syncStatus: 'NEVER_SYNCED', lastSyncedAt: null });
    const reading = catalog.sync(server, link);
    expect(catalog.record(server).syncStatus).toBe('SYNCING');
    await reading;
    expect(catalog.record(server)).toMatchObject({ syncStatus: 'SYNCED', lastSyncedAt: time.clock.now() });
  });

  it('keeps what it knew when a reading fails, and says so [B-51]', async () => {
    const { catalog, server } = await setup();
    await catalog.sync(server, link);
    const broken: Link = {
      ...link,
      request: () => Promise.reject(fail('MCP_TIMEOUT', { serverId: 'x', afterMs: 1 })),
    };
    await expect(catalog.sync(server, broken)).rejects.toMatchObject({ code: 'MCP_TIMEOUT' });
    expect(catalog.record(server)).toMatchObject({
      syncStatus: 'SYNC_FAILED',
      offer: { tools: [{ name: 'echo' }] },
    });
    expect([...catalog.toolsOf(server).keys()]).toEqual(['echo']);
  });

  it.each(['fails', 'answers'])(
    'keeps what was asked for later when an earlier reading %s at last',
    async (end) => {
      const { catalog, server } = await setup();
      const late = Promise.withResolvers<RpcAnswer>();
      const earlier = catalog.sync(server, { ...link, request: () => late.promise });
      await catalog.sync(server, link);
      if (end === 'fails') late.reject(fail('MCP_TIMEOUT', { serverId: 'x', afterMs: 1 }));
      else late.resolve({ result: { tools: [{ name: 'old' }] } });
      await earlier.catch(() => {});
      expect(catalog.record(server).syncStatus).toBe('SYNCED');
      expect([...catalog.toolsOf(server).keys()]).toEqual(['echo']);
    },
  );

  it('is there after a restart without asking anybody [A-19] [B-21] [B-24] [D-04]', async () => {
    const { catalog, create, server } = await setup();
    await catalog.sync(server, link);
    const next = create();
    await next.load([server]);
    expect([...next.toolsOf(server).keys()]).toEqual(['echo']);
  });

  it('tells of a change, and not of a reading that brought the same', async () => {
    const { catalog, server, changes } = await setup();
    await catalog.sync(server, link);
    const before = catalog.revision;
    await catalog.sync(server, link);
    expect(changes).toEqual(['github']);
    expect(catalog.revision).toBe(before);
    await catalog.sync(server, aLink({ 'tools/list': [{ tools: [] }] }));
    expect(changes).toEqual(['github', 'github']);
    expect(catalog.revision).toBeGreaterThan(before);
  });

  it('is used although the database cannot keep it', async () => {
    const { store, server } = await setup();
    const failing = new Catalog({
      store: { ...store, save: () => Promise.reject(new Error('away')) },
      clock: createManualTime().clock,
      log: createRecordingLog(),
      listMsOf: () => 1,
      onChanged: () => {},
    });
    await failing.sync(server, link);
    expect(failing.toolsOf(server).size).toBe(1);
  });

  it('gives a tool without description or schema what callers need [A-23]', async () => {
    const { catalog, server } = await setup();
    await catalog.sync(server, link);
    expect(catalog.toolsOf(server).get('echo')).toMatchObject({
      description: '',
      inputSchema: { type: 'object', properties: {} },
      qualified: 'github.echo',
      offered: 'github__echo',
    });
  });
});
