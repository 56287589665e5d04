import type { ConfigInput } from '@patchbay/hub';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { addressOf, httpServer } from '../support/fixtures.ts';
import { startTestHub, type TestHub } from '../support/test-hub.ts';

async function start(limits: ConfigInput['limits'], config: ConfigInput = {}) {
  const test = await startTestHub({ ...config, limits });
  const upstream = await httpServer({ tools: ['echo', 'add'] });
  await test.admin.putServer({ params: { name: 'one' }, body: { ...addressOf(upstream) } }).catch(() => {});
  return { ...test, upstream };
}

function execute({ url, adminKey }: TestHub, toolName = 'one.add', key = adminKey) {
  return fetch(`${url}/api/mcp/tools/execute`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ toolName, arguments: { a: 1, b: 2, message: 'hi' } }),
  });
}

describe('limits', () => {
  it('refuse with 429, say when to come again, and are seen in metrics and by doctor', async () => {
    const test = await start([{ name: 'adding', tool: 'add', ratePerMinute: 2 }]);
    expect([(await execute(test)).status, (await execute(test)).status]).toEqual([200, 200]);
    const refused = await execute(test);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await refused.json()).toMatchObject({
      error: 'CALL_LIMITED',
      message: 'The limit "adding" allows 2 calls a minute. Try again in 30 s.',
      serverId: 'one',
    });
    expect((await execute(test, 'one.echo')).status).toBe(200);
    const headers = { Authorization: `Bearer ${test.adminKey}` };
    const metrics = await (await fetch(`${test.url}/metrics`, { headers })).text();
    expect(metrics).toContain('patchbay_calls_limited_total{limit="adding"} 1');
    const { findings } = await test.admin.doctor({ query: { subject: 'one.add' } });
    expect(findings.at(-1)).toMatchObject({
      about: 'limits',
      level: 'problem',
      says: 'The limit "adding" allows 2 calls a minute, and they are used.',
    });
  });

  it('count each key for itself', async () => {
    const test = await start([{ concurrent: 100, perDay: 1 }]);
    const { key } = await test.admin.createKey({ body: { name: 'ci', roles: ['operator'] } });
    const statuses = [];
    for (const one of [undefined, undefined, key, key])
      statuses.push((await execute(test, 'one.add', one)).status);
    expect(statuses).toEqual([200, 429, 200, 429]);
  });

  it('of a day hold over a restart', async () => {
    const config: ConfigInput = { database: 'sqlite', dataDir: createTempDir() };
    const limits = [{ perDay: 3 }];
    const first = await start(limits, config);
    expect([(await execute(first)).status, (await execute(first)).status]).toEqual([200, 200]);
    await first.hub.close();
    const second = await start(limits, config);
    await second.admin.connectServer({ params: { name: 'one' } });
    const statuses = [(await execute(second)).status, (await execute(second)).status];
    expect(statuses).toEqual([200, 429]);
  });

  it.each<[string, object, string]>([
    ['nothing', {}, 'Say how much: ratePerMinute, concurrent or perDay.'],
    ['both', { perDay: 1, role: 'operator', principal: 'key:a' }, 'Name a principal or a role, not both.'],
    ['0', { perDay: 0 }, 'At least 1.'],
  ])('that say %s are refused at the start', async (_, entry, message) => {
    await expect(startTestHub({ limits: [entry] })).rejects.toThrow(message);
  });

  it('that have one name are refused at the start', async () => {
    await expect(startTestHub({ limits: [{ perDay: 1 }, { concurrent: 1 }] })).rejects.toThrow(
      'There is a limit "every call" above already; give this one another name.',
    );
  });
});
