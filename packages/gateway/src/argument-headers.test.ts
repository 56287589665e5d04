import { describe, expect, it } from 'vitest';
import { askModern } from '../test-support/ask.ts';
import { aTool, openWorld } from '../test-support/world.ts';

const headerArguments = [
  { header: 'Region', path: ['region'], isNumber: false },
  { header: 'Depth', path: ['deep', 'depth'], isNumber: true },
];
const base64 = (value: string): string => `=?base64?${Buffer.from(value).toString('base64')}?=`;

/** How a call of a tool with two marked arguments is answered. */
async function called(args: object, headers: Readonly<Record<string, string>>, name = 'demo__echo') {
  const world = await openWorld();
  world.state.tools = [{ ...aTool('echo'), headerArguments }, aTool('slow')];
  const response = await askModern(world, 'tools/call', {
    params: { name, arguments: args as never },
    headers,
  });
  const body = (await response.json()) as { error?: { code: number; message: string } };
  return { status: response.status, error: body.error, calls: world.calls.seen.length };
}

describe('a marked argument', () => {
  it.each([
    [{ region: 'eu' }, { 'Mcp-Param-Region': 'eu' }],
    [{ region: 'süd' }, { 'Mcp-Param-Region': base64('süd') }],
    [{ region: 'eu' }, { 'mcp-param-region': base64('eu') }],
    [{ region: '=?base64?eu' }, { 'Mcp-Param-Region': '=?base64?eu' }],
    [
      { region: true, deep: { depth: 42 } },
      { 'Mcp-Param-Region': 'true', 'Mcp-Param-Depth': '42.0' },
    ],
    [{ region: null }, {}],
    [{}, { 'Mcp-Param-Region': 'anything' }],
    [{ other: 1 }, { 'Mcp-Param-Other': '2' }],
  ])('is taken when its header says the same: %j', async (args, headers) => {
    expect(await called(args, headers)).toMatchObject({ status: 200, calls: 1 });
  });

  it.each([
    [{ region: 'eu' }, {}],
    [{ region: 'eu' }, { 'Mcp-Param-Region': 'us' }],
    [{ region: 'eu' }, { 'Mcp-Param-Region': '=?base64?ZXU?=' }],
    [{ region: 'eu' }, { 'Mcp-Param-Region': '=?base64?!!!!?=' }],
    [{ region: '42' }, { 'Mcp-Param-Region': '42.0' }],
    [{ deep: { depth: 1 } }, { 'Mcp-Param-Depth': '2' }],
  ])('is refused when it does not, and nothing is called: %j %j', async (args, headers) => {
    expect(await called(args, headers)).toMatchObject({ status: 400, error: { code: -32_020 }, calls: 0 });
  });

  it.each(['demo__echo', 'demo.echo', 'echo'])(
    'is one by whatever name its tool is called: %s',
    async (name) => {
      expect(await called({ region: 'eu' }, {}, name)).toMatchObject({ status: 400, calls: 0 });
    },
  );
});
