import type { JsonObject } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { createFixture } from './fixture.ts';
import { createMemoryJournal } from './journal.ts';
import { ask, call, enveloped, initialize, initialized } from './raw-peer.ts';
import { legacyVersions } from './wire.ts';
import type { FixtureOptions } from './world.ts';

function setup(options: FixtureOptions = {}) {
  const journal = createMemoryJournal();
  const fixture = createFixture(options, journal);
  const pushed: JsonObject[] = [];
  const told: JsonObject[] = [];
  const session = fixture.open((message) => pushed.push(message));
  const peer = { session, notify: (message: JsonObject) => void told.push(message) };
  const send = (message: JsonObject) => fixture.handle(message, peer);
  return { fixture, journal, pushed, told, send };
}

async function legacy(options: FixtureOptions = {}) {
  const made = setup(options);
  await made.send(initialize('2025-11-25'));
  await made.send(initialized);
  return made;
}

describe('a legacy fixture', () => {
  it.each(legacyVersions)(
    'of %s agrees on its own revision, whatever the client prefers',
    async (version) => {
      const { send } = setup({ version });
      expect(await send(initialize('2025-11-25'))).toMatchObject({
        result: { protocolVersion: version, serverInfo: { name: 'fixture' }, capabilities: { tools: {} } },
      });
    },
  );

  it('answers nothing but ping before the handshake is complete', async () => {
    const { send } = setup();
    const early = { error: { code: -32_600 } };
    expect(await send(ask('tools/list'))).toMatchObject(early);
    expect(await send(ask('ping'))).toMatchObject({ result: {} });
    await send(initialize('2025-11-25'));
    expect(await send(ask('tools/list'))).toMatchObject(early);
    await send(initialized);
    expect(await send(ask('tools/list'))).toHaveProperty('result.tools');
  });

  it('does not shake hands twice', async () => {
    const { send } = await legacy();
    expect(await send(initialize('2025-11-25'))).toMatchObject({ error: { code: -32_600 } });
  });

  it('does not know server/discover', async () => {
    expect(await setup().send(enveloped(ask('server/discover')))).toMatchObject({ error: { code: -32_601 } });
  });

  it('adds nothing modern to a result', async () => {
    const { send } = await legacy();
    const answer = await send(ask('tools/list'));
    expect(Object.keys(answer?.['result'] as JsonObject)).toEqual(['tools']);
  });
});

describe('a modern fixture', () => {
  const modern = { version: '2026-07-28' } as const;

  it('tells what it is when asked', async () => {
    const { send } = setup({ ...modern, ttlMs: 1_000, cacheScope: 'public', instructions: 'Be kind.' });
    expect(await send(enveloped(ask('server/discover')))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {
        resultType: 'complete',
        supportedVersions: ['2026-07-28'],
        capabilities: {
          tools: { listChanged: true },
          resources: { listChanged: true, subscribe: true },
          prompts: { listChanged: true },
          completions: {},
          logging: {},
        },
        instructions: 'Be kind.',
        ttlMs: 1_000,
        cacheScope: 'public',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'fixture', version: '1.0.0' } },
      },
    });
  });

  it('does not know the methods of the other era', async () => {
    const { send } = setup(modern);
    expect(await send(initialize('2025-11-25'))).toMatchObject({ error: { code: -32_601 } });
    expect(await send(enveloped(ask('ping')))).toMatchObject({ error: { code: -32_601 } });
  });

  it('wants the envelope in every request', async () => {
    const { send } = setup(modern);
    expect(await send(ask('tools/list'))).toMatchObject({ error: { code: -32_602 } });
    const half = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    expect(await send(ask('tools/list', { _meta: half }))).toMatchObject({ error: { code: -32_602 } });
  });

  it('says which revisions it has when it lacks the one asked for', async () => {
    const { send } = setup(modern);
    expect(await send(enveloped(ask('tools/list'), '2027-01-01'))).toMatchObject({
      error: { code: -32_022, data: { supported: ['2026-07-28'], requested: '2027-01-01' } },
    });
  });

  it('says of each result that it is complete, and of lists how long they hold', async () => {
    const { send } = setup(modern);
    const list = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
    expect(await send(enveloped(ask('tools/list')))).toMatchObject({ result: list });
    const called = await send(enveloped(call('echo', { message: 'hi' })));
    expect(called).toMatchObject({ result: { resultType: 'complete', content: [{ text: 'hi' }] } });
    expect(called).not.toHaveProperty('result.ttlMs');
  });

  it('tells a listener of the lists it asked about, from the acknowledgement to the result', async () => {
    const { fixture, told, send, pushed } = setup({ ...modern, capabilities: ['tools', 'prompts'] });
    const filter = { toolsListChanged: true, resourcesListChanged: true };
    const listening = send(enveloped(ask('subscriptions/listen', { notifications: filter }, 'sub')));
    fixture.emitListChanged('tools');
    fixture.emitListChanged('prompts');
    fixture.endSubscriptions();
    const _meta = { 'io.modelcontextprotocol/subscriptionId': 'sub' };
    expect(await listening).toMatchObject({ id: 'sub', result: { resultType: 'complete', _meta } });
    expect(told).toMatchObject([
      {
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications: { toolsListChanged: true }, _meta },
      },
      { method: 'notifications/tools/list_changed', params: { _meta } },
    ]);
    expect(told[0]).not.toHaveProperty('params.notifications.resourcesListChanged');
    expect(pushed).toEqual([]);
  });
});

describe('a fixture of both eras', () => {
  const both = { versions: ['2025-11-25', '2026-07-28'] } as const;

  it('greets those who shake hands and answers those who do not', async () => {
    const { send } = setup(both);
    expect(await send(enveloped(ask('tools/list')))).toHaveProperty('result.resultType');
    expect(await send(initialize('2025-11-25'))).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    await send(initialized);
    expect(await send(ask('tools/list'))).not.toHaveProperty('result.resultType');
  });
});

describe('what a fixture offers', () => {
  it('comes in pages of the size that was asked for', async () => {
    const { send } = await legacy({ pageSize: 1 });
    for (const [method, key, count] of [
      ['tools/list', 'tools', 10],
      ['resources/list', 'resources', 2],
      ['resources/templates/list', 'resourceTemplates', 2],
      ['prompts/list', 'prompts', 2],
    ] as const) {
      const found: unknown[] = [];
      let cursor: JsonObject = {};
      do {
        const { result } = (await send(ask(method, cursor))) as { result: Record<string, unknown[]> };
        expect(result[key]).toHaveLength(1);
        found.push(...(result[key] ?? []));
        cursor = result['nextCursor'] ? { cursor: String(result['nextCursor']) } : {};
      } while ('cursor' in cursor);
      expect(found).toHaveLength(count);
    }
  });

  it('refuses a cursor that it did not make', async () => {
    const { send } = await legacy({ pageSize: 1 });
    for (const cursor of ['', '1', 'YXQ6OTk'])
      expect(await send(ask('tools/list', { cursor }))).toMatchObject({ error: { code: -32_602 } });
  });

  it('is only what it declares', async () => {
    const { send } = setup({ capabilities: ['tools'] });
    expect(await send(initialize('2025-11-25'))).toHaveProperty('result.capabilities', {
      tools: { listChanged: true },
    });
    await send(initialized);
    expect(await send(ask('tools/list'))).toHaveProperty('result.tools');
    expect(await send(ask('resources/list'))).toMatchObject({ error: { code: -32_601 } });
    expect(await send(ask('prompts/get', { name: 'plain' }))).toMatchObject({ error: { code: -32_601 } });
  });

  it('includes resources of text, of bytes and of a template', async () => {
    const { send } = await legacy();
    const read = (uri: string) => send(ask('resources/read', { uri }));
    expect(await read('fixture://text')).toHaveProperty('result.contents.0.text');
    expect(await read('fixture://blob')).toHaveProperty('result.contents.0.blob');
    expect(await read('fixture://items/7')).toHaveProperty('result.contents.0.text', 'items 7');
    expect(await read('fixture://none')).toMatchObject({ error: { code: -32_002 } });
  });

  it('has another code for a missing resource in the modern era', async () => {
    const { send } = setup({ version: '2026-07-28' });
    const answer = await send(enveloped(ask('resources/read', { uri: 'fixture://none' })));
    expect(answer).toMatchObject({ error: { code: -32_602, data: { uri: 'fixture://none' } } });
  });

  it('includes prompts with and without arguments', async () => {
    const { send } = await legacy();
    const get = (params: JsonObject) => send(ask('prompts/get', params));
    expect(await get({ name: 'greet', arguments: { name: 'Ada' } })).toHaveProperty(
      'result.messages.0.content.text',
      'Greet Ada.',
    );
    expect(await get({ name: 'greet' })).toMatchObject({ error: { code: -32_602 } });
    expect(await get({ name: 'plain' })).toHaveProperty('result.messages');
  });

  it('can be other tools, made up by the test', async () => {
    const { fixture, send } = await legacy({ tools: ['bare'] });
    expect(await send(ask('tools/list'))).toMatchObject({ result: { tools: [{ name: 'bare' }] } });
    fixture.setTools([
      { definition: { name: 'weather' }, result: { content: [], structuredContent: { sun: true } } },
      { definition: { name: 'mirror' } },
    ]);
    expect(await send(call('weather'))).toHaveProperty('result.structuredContent', { sun: true });
    expect(await send(call('mirror', { a: 1 }))).toHaveProperty('result.content.0.text', '{"a":1}');
    expect(await send(call('bare'))).toMatchObject({ error: { code: -32_602 } });
  });
});

describe('the tools of a fixture', () => {
  it('answer as their names say', async () => {
    const { send } = await legacy();
    const first = 'result.content.0.text';
    expect(await send(call('echo', { message: 'hi' }))).toHaveProperty(first, 'hi');
    expect(await send(call('add', { a: 2, b: 3 }))).toHaveProperty(first, '5');
    expect(await send(call('fail'))).toHaveProperty('result.isError', true);
    expect(await send(call('throw'))).toMatchObject({ error: { code: -32_602 } });
    expect(await send(call('throw', { code: 7, message: 'so' }))).toMatchObject({
      error: { code: 7, message: 'so' },
    });
    expect(await send(call('big', { characters: 9 }))).toHaveProperty(first, 'xxxxxxxxx');
  });

  it('include one with every kind of content, known and unknown', async () => {
    const { send } = await legacy();
    const kinds = async (args: JsonObject) => {
      const answer = (await send(call('everything', args))) as { result: { content: { type: string }[] } };
      return answer.result.content.map(({ type }) => type);
    };
    const known = ['text', 'image', 'audio', 'resource', 'resource_link'];
    expect(await kinds({})).toEqual([...known, 'hologram']);
    expect(await kinds({ known: true })).toEqual(known);
  });

  it('count their effects where the test can see them', async () => {
    const { journal, send } = await legacy();
    await send(call('counter'));
    expect(await send(call('counter'))).toHaveProperty('result.content.0.text', '2');
    expect(journal.entries().filter(({ what }) => what === 'effect')).toHaveLength(2);
  });

  it('tell of progress to those who gave a token', async () => {
    const { told, send } = await legacy();
    await send(call('progress', { steps: 2 }));
    expect(told).toEqual([]);
    await send(
      ask('tools/call', { name: 'progress', arguments: { steps: 2 }, _meta: { progressToken: 'p' } }),
    );
    expect(told).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 1, total: 2 } },
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 2, total: 2 } },
    ]);
  });

  it('wait until the test releases them', async () => {
    const { fixture, send } = await legacy();
    const answer = send(call('slow', { ms: 3_600_000 }));
    fixture.release();
    expect(await answer).toHaveProperty('result.content.0.text', 'Done waiting.');
  });

  it('stop when the client gives them up, and answer nothing', async () => {
    const { journal, send } = await legacy();
    const answer = send(call('slow', { ms: 3_600_000 }));
    await send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    expect(await answer).toBeUndefined();
    expect(journal.entries()).toContainEqual({ what: 'cancelled', id: 1 });
  });
});

it('tells every ready legacy client of a changed list', async () => {
  const { fixture, pushed } = await legacy();
  fixture.emitListChanged('prompts');
  expect(pushed).toEqual([{ jsonrpc: '2.0', method: 'notifications/prompts/list_changed' }]);
});
