import { describe, expect, it } from 'vitest';
import { addressOf, commandOf, eventually, httpServer, stdioServer } from '../support/fixtures.ts';
import { sdkClient } from '../support/sdk-client.ts';
import { startTestHub } from '../support/test-hub.ts';

const tools = ['logs', 'slow'] as const;
const versions = ['2025-06-18', '2026-07-28'] as const;

async function startWith(over: 'http' | 'stdio', version: (typeof versions)[number]) {
  const test = await startTestHub();
  const definition =
    over === 'http'
      ? addressOf(await httpServer({ version, tools }))
      : commandOf(stdioServer({ version, tools }));
  await test.admin.createServer({ body: { name: 'one', ...definition } });
  return test;
}

/** A client that wants to hear of warnings, and what it hears. */
async function listening(test: Awaited<ReturnType<typeof startWith>>, era: 'legacy' | 'modern') {
  const client = await sdkClient(test, era);
  const heard: unknown[] = [];
  client.setNotificationHandler('notifications/message', ({ params }) => void heard.push(params));
  if (era === 'legacy') await client.setLoggingLevel('warning');
  const _meta = era === 'modern' ? { 'io.modelcontextprotocol/logLevel': 'warning' } : {};
  const log = (level: string, message: string) =>
    client.callTool({ name: 'one__logs', arguments: { level, message }, _meta });
  return { heard, log };
}

describe.each(['legacy', 'modern'] as const)('a %s client that asked for the log', (era) => {
  it.each(versions.flatMap((version) => [['http', version] as const, ['stdio', version] as const]))(
    'hears what a server over %s of %s logs for it, at its level, masked',
    async (over, version) => {
      const { heard, log } = await listening(await startWith(over, version), era);
      await log('info', 'nothing that matters');
      await log('error', 'password=hunter2-hunter2 in C:\\');
      await eventually(() => heard.length).toBe(1);
      expect(heard).toEqual([
        { level: 'error', logger: 'fixture', data: expect.not.stringContaining('hunter2-hunter2') },
      ]);
    },
  );
});

describe('a client', () => {
  it.each(['legacy', 'modern'] as const)(
    'of the %s era that asked for nothing hears nothing',
    async (era) => {
      const test = await startWith('stdio', '2025-06-18');
      const asking = await listening(test, 'legacy');
      const client = await sdkClient(test, era);
      const heard: unknown[] = [];
      client.setNotificationHandler('notifications/message', ({ params }) => void heard.push(params));
      await client.callTool({ name: 'one__logs', arguments: { level: 'error', message: 'mine' } });
      await asking.log('error', 'theirs');
      await eventually(() => asking.heard.length).toBe(1);
      expect(asking.heard).toMatchObject([{ data: 'theirs' }]); // not what belongs to the call of another
      expect(heard).toEqual([]);
    },
  );
});
