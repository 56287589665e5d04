import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@patchbay/contracts';
import { addressOf, httpServer } from '../support/fixtures.ts';
import { startTestHub } from '../support/test-hub.ts';

/** A server with one tool that answers its arguments. */
async function startWith(inputSchema: JsonObject) {
  const test = await startTestHub();
  const upstream = await httpServer({ tools: [{ definition: { name: 'show', inputSchema } }, 'add'] });
  await test.admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
  const show = async (args: unknown): Promise<unknown> => {
    const body = { toolName: 'one.show', arguments: args } as never; // what a person may write is looser than the type
    return JSON.parse((await test.admin.executeTool({ body })).text);
  };
  return { ...test, show };
}

describe('arguments over REST', () => {
  it('may be text of every form that models and people write [D-20]', async () => {
    const { show } = await startWith({ type: 'object' });
    expect(await show(' ')).toEqual({});
    expect(await show('{"a": [1]}')).toEqual({ a: [1] });
    expect(await show('42')).toEqual({ input: 42 });
    expect(await show('namespaces:\n  - a\nlabel: app=nginx')).toEqual({
      namespaces: ['a'],
      label: 'app=nginx',
    });
    expect(await show('namespace: default, verbose=true\nlimit: 5')).toEqual({
      namespace: 'default',
      verbose: true,
      limit: 5,
    });
    expect(await show('get all pods')).toEqual({ input: 'get all pods' });
    expect(await show({ _trace_id: 't', _parent_span: 's', _mesh_headers: {}, a: 1 })).toEqual({ a: 1 });
  });

  it('that do not fit are refused with what was expected', async () => {
    const limit = { type: 'integer', maximum: 100 };
    const options = { type: 'object', properties: { limit }, additionalProperties: false };
    const { show } = await startWith({ type: 'object', properties: { options } });
    await expect(show({ options: { limit: '5' } })).rejects.toMatchObject({
      code: 'ARGUMENTS_INVALID',
      status: 400,
      message: 'Failed to parse tool arguments: "options.limit" must be an integer, not the text "5".',
    });
    expect(await show({ options: { limit: 5 } })).toEqual({ options: { limit: 5 } });
  });

  it('with a pattern of the server that runs for ever elsewhere do not stop the hub', async () => {
    const { show, admin } = await startWith({ type: 'object', properties: { x: { pattern: '^(a+)+$' } } });
    const body = { toolName: 'one.add', arguments: { a: 1, b: 2 } };
    const refusal = show({ x: `${'a'.repeat(5_000)}!` }).catch(String);
    expect((await admin.executeTool({ body })).text).toBe('3');
    expect(await refusal).toContain('"x" must match ^(a+)+$');
    expect(await show({ x: 'aaa' })).toEqual({ x: 'aaa' });
  });
});
