import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@patchbay/client';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { addressOf, httpServer } from '../support/fixtures.ts';
import { modernRequest } from '../support/mcp-request.ts';
import { startTestHub, type TestHub } from '../support/test-hub.ts';

const length = 130_000;

async function startWithBig(config: Parameters<typeof startTestHub>[0] = {}) {
  const test = await startTestHub(config);
  const upstream = await httpServer({ tools: ['big'] });
  await test.admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
  return test;
}

const callBig = ({ admin }: TestHub) =>
  admin.executeTool({ body: { toolName: 'one.big', arguments: { characters: length } } });

describe('an answer that is too long', () => {
  it('is cut, and can be read whole by who asked, also after a restart, and by nobody else', async () => {
    const config = { database: 'sqlite', dataDir: createTempDir() };
    const first = await startWithBig(config);
    const { callId, text } = await callBig(first);
    expect(text.length).toBeLessThan(51_000);
    expect(text).toContain(`patchbay://results/${callId} from offset 50000`);
    await first.hub.close();
    for (const file of readdirSync(config.dataDir))
      expect(readFileSync(join(config.dataDir, file)).includes('x'.repeat(1_000))).toBe(false);

    const { admin, url } = await startTestHub(config);
    const slices = [];
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const slice: Awaited<ReturnType<typeof admin.readResult>> = await admin.readResult({
        params: { id: callId },
        query: { offset },
      });
      slices.push(slice.text);
      offset = slice.nextOffset;
    }
    expect(slices.map((slice) => slice.length)).toEqual([50_000, 50_000, 30_000]);
    expect(slices.join('')).toBe('x'.repeat(length));

    const { key } = await admin.createKey({ body: { name: 'other', roles: ['operator'] } });
    const other = createClient({ url, key });
    for (const id of [callId, 'nothing'])
      await expect(other.readResult({ params: { id } })).rejects.toMatchObject({
        code: 'RESULT_NOT_FOUND',
        message: `There is no kept result "${id}".`,
      });
  });

  it('is cut for MCP clients just so', async () => {
    const { url, adminKey, admin } = await startWithBig();
    const { headers, message } = modernRequest('tools/call', {
      name: 'one__big',
      arguments: { characters: length },
    });
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { ...headers, Authorization: `Bearer ${adminKey}` },
      body: JSON.stringify(message),
    });
    const body = await response.text();
    const [, id = ''] = /patchbay:\/\/results\/([\w-]+) from offset 50000/.exec(body) ?? [];
    expect(body.length).toBeLessThan(51_000);
    expect(await admin.readResult({ params: { id } })).toMatchObject({ total: length, nextOffset: 50_000 });
  });

  it('can be read by a program that embeds the hub', async () => {
    const { hub } = await startWithBig();
    const { _meta } = await hub.call('one.big', { characters: length });
    const id =
      String((_meta as { 'patchbay/result': string })['patchbay/result'])
        .split('/')
        .at(-1) ?? '';
    expect(await hub.readResult(id, { offset: 129_990 })).toEqual({
      id,
      total: length,
      offset: 129_990,
      text: 'x'.repeat(10),
    });
    expect((await hub.readResult(id)).nextOffset).toBe(50_000);
  });

  it('is only cut where nothing is kept', async () => {
    const test = await startWithBig({ results: { keepHours: 0 } });
    expect((await callBig(test)).text).toContain('[The rest was not kept.]');
  });
});
