import { fail, serverSettingsSchema, type ToolResult } from '@patchbay/contracts';
import { aPrincipal, createSmallHub, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { asContent } from './as-content.ts';
import { renderContent, textOf } from './render-content.ts';

type Hub = ReturnType<typeof createSmallHub>;

function call({ callTool }: Hub, name: string, args: Parameters<Hub['callTool']>[0]['arguments'] = {}) {
  return callTool({ id: 'c1', principal: aPrincipal(), via: 'rest', name, arguments: args });
}

const text = (value: string): ToolResult => ({ content: [{ type: 'text', text: value }] });

async function setup(options?: Parameters<typeof createSmallHub>[0]) {
  const hub = createSmallHub(options);
  const server = await hub.addServer('a', ['echo', 'read']);
  return { hub, ...server };
}

describe('a call', () => {
  it('reaches the tool by its own name, with its arguments, and brings its answer back [B-10]', async () => {
    const { hub, upstream } = await setup();
    const seen: unknown[] = [];
    upstream.onCall = (params) => (
      seen.push(params),
      { result: { ...text('hi'), structuredContent: { a: 1 } } }
    );
    expect(await call(hub, 'a.echo', { message: 'x' })).toEqual({
      ...text('hi'),
      structuredContent: { a: 1 },
    });
    expect(seen).toEqual([{ name: 'echo', arguments: { message: 'x' } }]);
  });

  it('is recorded whatever becomes of it', async () => {
    const { hub, upstream } = await setup();
    await call(hub, 'a.echo');
    upstream.onCall = () => ({ result: { ...text('no'), isError: true } });
    await call(hub, 'a.echo');
    await call(hub, 'a.nothing').catch(() => {});
    expect(hub.records.map(({ outcome }) => outcome)).toEqual(['ok', 'tool-error', 'TOOL_NOT_FOUND']);
  });

  it('takes arguments as an object, as text, or none [D-20]', async () => {
    const { hub } = await setup();
    expect(await call(hub, 'a.echo', '{"b":2}')).toEqual(text('{"b":2}'));
    expect(await call(hub, 'a.echo', 'b: 2')).toEqual(text('{"b":2}'));
    expect(await call(hub, 'a.echo', 'all of them')).toEqual(text('{"input":"all of them"}'));
    expect(await call(hub, 'a.echo', '  ')).toEqual(text('{}'));
    expect(await call(hub, 'a.echo', null)).toEqual(text('{}'));
    await expect(call(hub, 'a.echo', [1])).rejects.toThrow('Failed to parse tool arguments: ');
  });

  it('comes without what mesh agents hide among the arguments', async () => {
    const { hub } = await setup();
    expect(await call(hub, 'a.echo', { _trace_id: 't', b: 2 })).toEqual(text('{"b":2}'));
  });

  it('of a server that takes more than it says is not checked', async () => {
    const hub = createSmallHub();
    const settings = serverSettingsSchema.parse({ checkArguments: false });
    const { upstream, supervisor, server } = await hub.addServer('a', ['echo'], { settings });
    upstream.tools = [{ name: 'echo', inputSchema: { type: 'object', required: ['message'] } }];
    await hub.catalog.sync(server, await supervisor.ensure());
    expect(await call(hub, 'a.echo', {})).toEqual(text('{}'));
  });

  it('whose arguments do not fit is refused before it is sent, and told what was expected [D-22]', async () => {
    const { hub, upstream, supervisor, server } = await setup();
    const properties = { message: { type: 'string' }, times: { type: 'integer' } };
    upstream.tools = [{ name: 'echo', inputSchema: { type: 'object', properties, required: ['message'] } }];
    await hub.catalog.sync(server, await supervisor.ensure());
    await expect(call(hub, 'a.echo', { times: '5' })).rejects.toMatchObject({
      code: 'ARGUMENTS_INVALID',
      message:
        'Failed to parse tool arguments: "message" is missing: text; "times" must be an integer, not the text "5".',
    });
    await expect(call(hub, 'a.echo', '{"message": "x"')).rejects.toThrow(
      '"message" is missing: text. The text was taken as "input", since it is neither JSON nor YAML nor key: value.',
    );
    expect(upstream.asked).not.toContain('tools/call');
    expect(await call(hub, 'a.echo', { message: 'x' })).toEqual(text('{"message":"x"}'));
  });

  it('that the server answers with an error is that error', async () => {
    const { hub, upstream } = await setup();
    upstream.onCall = () => ({ error: { code: -32_602, message: 'bad city', data: { field: 'city' } } });
    await expect(call(hub, 'a.echo')).rejects.toMatchObject({
      code: 'CALL_REFUSED',
      message: 'bad city',
      data: { code: -32_602, data: { field: 'city' } },
    });
  });

  it('is cut at the limit, with a word about the rest, and never within a character [A-30]', async () => {
    const { hub, upstream } = await setup({ maxOutputChars: 50_000 });
    upstream.onCall = () => ({ result: text('x'.repeat(60_000)) });
    const { content } = await call(hub, 'a.echo');
    expect(content[0]?.['text']).toBe('x'.repeat(50_000));
    expect(content[1]?.['text']).toMatch(/^\[Cut by Patchbay: 50000 of 60000 characters shown\.\]/);
    upstream.onCall = () => ({ result: text(`${'x'.repeat(49_999)}🧰`) });
    expect((await call(hub, 'a.echo')).content[0]?.['text']).toBe('x'.repeat(49_999));
    upstream.onCall = () => ({ result: text('x'.repeat(50_000)) });
    expect((await call(hub, 'a.echo')).content).toHaveLength(1);
  });

  it('is refused when the hub has enough, and taken again when one has ended', async () => {
    const { hub, upstream } = await setup({ maxCalls: 2 });
    const answer = Promise.withResolvers<void>();
    upstream.onCall = () => answer.promise.then(() => ({ result: text('late') }));
    const running = [call(hub, 'a.echo'), call(hub, 'a.echo')];
    await expect(call(hub, 'a.echo')).rejects.toMatchObject({ code: 'HUB_BUSY' });
    answer.resolve();
    await Promise.all(running);
    await expect(call(hub, 'a.echo')).resolves.toEqual(text('late'));
  });

  it('to a slow server does not take the places of the others', async () => {
    const { hub, upstream } = await setup({ maxCalls: 1_000 });
    await hub.addServer('b', ['echo']);
    const answer = Promise.withResolvers<void>();
    upstream.onCall = () => answer.promise.then(() => ({ result: text('late') }));
    const running = Array.from({ length: 32 + 64 }, () => call(hub, 'a.echo'));
    await expect(call(hub, 'a.echo')).rejects.toMatchObject({ code: 'SERVER_BUSY' });
    await expect(call(hub, 'b.echo')).resolves.toEqual(text('{}'));
    answer.resolve();
    await Promise.all(running);
  });
});

describe('a call that waits', () => {
  it('for a place at its server until its time is over is not sent, and says so', async () => {
    const { hub, upstream } = await setup();
    const answer = Promise.withResolvers<void>();
    upstream.onCall = () => answer.promise.then(() => ({ result: text('late') }));
    const running = Array.from({ length: 32 }, () => call(hub, 'a.echo'));
    const last = call(hub, 'a.echo').catch((error: unknown) => error);
    await hub.time.pass(60_000);
    answer.resolve();
    expect(await last).toMatchObject({ code: 'MCP_TIMEOUT', data: { afterMs: 60_000, phase: 'not-sent' } });
    await Promise.all(running);
    expect(upstream.asked.filter((method) => method === 'tools/call')).toHaveLength(32);
  });

  it('for a place has only the rest of its time for its answer', async () => {
    const { hub, upstream } = await setup();
    const answer = Promise.withResolvers<void>();
    const given: number[] = [];
    upstream.onCall = (_, { timeoutMs }) => (
      given.push(timeoutMs),
      answer.promise.then(() => ({ result: text('late') }))
    );
    const running = Array.from({ length: 33 }, () => call(hub, 'a.echo'));
    await hub.time.pass(20_000);
    answer.resolve();
    await Promise.all(running);
    expect([given[0], given.at(-1)]).toEqual([60_000, 40_000]);
  });
});

describe('a call whose connection fails', () => {
  it('is sent once more when it was never sent [D-53] [D-54]', async () => {
    const { hub, upstream } = await setup();
    let calls = 0;
    upstream.onCall = () => {
      calls += 1;
      if (calls === 1)
        throw fail('MCP_CONNECTION_FAILED', { serverId: 'a', reason: 'gone', phase: 'refused' });
      return { result: text('second') };
    };
    expect(await call(hub, 'a.echo')).toEqual(text('second'));
    expect(calls).toBe(2);
  });

  it('is sent at most twice [D-52]', async () => {
    const { hub, upstream } = await setup();
    let calls = 0;
    upstream.onCall = () => {
      calls += 1;
      throw fail('MCP_CONNECTION_FAILED', { serverId: 'a', reason: 'gone', phase: 'not-sent' });
    };
    await expect(call(hub, 'a.echo')).rejects.toMatchObject({ code: 'MCP_CONNECTION_FAILED' });
    expect(calls).toBe(2);
  });

  it('and then its session, is sent once more: a server that restarts loses both', async () => {
    const { hub, upstream } = await setup();
    const losses = [
      fail('MCP_CONNECTION_FAILED', { serverId: 'a', reason: 'reset', phase: 'not-sent' }),
      fail('MCP_CONNECTION_FAILED', {
        serverId: 'a',
        reason: 'forgotten',
        phase: 'refused',
        isSessionLost: true,
      }),
    ];
    upstream.onCall = () => {
      const loss = losses.shift();
      if (loss) throw loss;
      return { result: text('third') };
    };
    expect(await call(hub, 'a.echo')).toEqual(text('third'));
  });

  it('and then its session twice, is given up', async () => {
    const { hub, upstream } = await setup();
    let calls = 0;
    upstream.onCall = () => {
      calls += 1;
      const isSessionLost = calls > 1;
      throw fail('MCP_CONNECTION_FAILED', { serverId: 'a', reason: 'gone', phase: 'refused', isSessionLost });
    };
    await expect(call(hub, 'a.echo')).rejects.toMatchObject({ code: 'MCP_CONNECTION_FAILED' });
    expect(calls).toBe(3);
  });

  it('is not repeated when it may have run, and says so', async () => {
    const { hub, upstream } = await setup();
    let calls = 0;
    upstream.onCall = () => ((calls += 1), upstream.kill('killed'), new Promise(() => {}));
    await expect(call(hub, 'a.echo')).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      data: { serverId: 'a', tool: 'echo' },
    });
    expect(calls).toBe(1);
  });

  it.each([
    ['its server is trusted and it only reads', { trustAnnotations: true, ambiguous: 'safe-only' }, 2],
    ['nobody trusts what its server says', { trustAnnotations: false, ambiguous: 'safe-only' }, 1],
    ['its owner wants every call repeated', { trustAnnotations: false, ambiguous: 'always' }, 2],
    ['its owner wants none repeated', { trustAnnotations: true, ambiguous: 'never' }, 1],
  ] as const)(
    'and may have run, is repeated or not when %s',
    async (_, { trustAnnotations, ambiguous }, sent) => {
      const { hub, upstream, supervisor, server } = await setup();
      upstream.tools = [{ name: 'read', annotations: { readOnlyHint: true } }];
      const settings = { ...server.settings, trustAnnotations, retry: { ambiguous } };
      await supervisor.redefine({ ...server, settings }, false);
      await hub.catalog.sync(server, await supervisor.ensure());
      let calls = 0;
      upstream.onCall = () => {
        calls += 1;
        if (calls === 1) upstream.kill();
        return calls === 1 ? new Promise(() => {}) : { result: text('again') };
      };
      await call(hub, 'a.read').catch(() => {});
      expect(calls).toBe(sent);
    },
  );

  it('and may have run says so, though its repetition never left', async () => {
    const { hub, upstream, supervisor, server } = await setup();
    const settings = { ...server.settings, retry: { ambiguous: 'always' as const } };
    await supervisor.redefine({ ...server, settings }, false);
    upstream.onCall = () => ((upstream.door = 'closed'), upstream.kill(), new Promise(() => {}));
    await expect(call(hub, 'a.echo')).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  });

  it('works again with the next call [D-54]', async () => {
    const { hub, upstream } = await setup();
    upstream.kill();
    await settle();
    expect(await call(hub, 'a.echo', { again: true })).toEqual(text('{"again":true}'));
  });
});

describe('what kept a call from its answer', () => {
  it('becomes content that a model can act on [D-21] [D-22]', () => {
    const refused = fail('SERVER_UNAVAILABLE', { serverId: 'a', reason: 'it is disabled.' });
    expect(asContent(refused)).toEqual({
      content: [
        {
          type: 'text',
          text: 'MCP tool execution failed: MCP server "a" cannot take calls: it is disabled.',
        },
      ],
      isError: true,
    });
    expect(asContent(fail('ARGUMENTS_INVALID', { reason: 'no' })).content[0]?.['text']).toBe(
      'Failed to parse tool arguments: no',
    );
  });

  it('stays an error when nobody waits for it, or it is a bug [D-21]', () => {
    expect(() => asContent(fail('CALL_CANCELLED', {}))).toThrow('cancelled');
    expect(() => asContent(new TypeError('bug'))).toThrow('bug');
  });
});

describe('content as text', () => {
  const content = [
    { type: 'text', text: 'one' },
    { type: 'image', data: 'aGk=', mimeType: 'image/png' },
    { type: 'resource', resource: { uri: 'file:///a', text: 'a' } },
    { type: 'odd', value: 1 },
    { type: 'text', text: 'two' },
  ];

  it('has a word for what is no text [A-24]', () => {
    expect(renderContent(content)).toBe(
      'one\n[Image: image/png]\n[Resource: file:///a]\n{"type":"odd","value":1}\ntwo',
    );
  });

  it('or only what is text [D-25]', () => {
    expect(textOf(content)).toBe('one\ntwo');
  });
});
