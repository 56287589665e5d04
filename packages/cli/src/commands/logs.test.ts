import type { LogLineView } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { setupFake } from '../../test-support/fake-hub.ts';

const line: LogLineView = {
  id: 7,
  time: '2026-11-20T10:15:02.123Z',
  level: 'warn',
  event: 'server.failed',
  fields: { server: 'time', reason: 'It said "no\u202E".' },
};

/** A stream that ends after one line, as if the hub went. */
const stream = (data: object): Response =>
  new Response(`id: 9\nevent: line\ndata: ${JSON.stringify(data)}\n\n`);

describe('logs', () => {
  it('shows each line with its level and fields, and nothing that turns text around', async () => {
    const { run, asked } = await setupFake({ recentLogs: () => [line] });
    const { out } = await run('logs', '--level', 'warn', '--since', '2026-11-20T10:00:00Z');
    expect(out).toMatch(
      /^\d\d:\d\d:02\.123 warn {2}server\.failed server="time" reason="It said \\"no\\u202e\\"\."\n$/,
    );
    expect(asked).toEqual(['GET /api/logs?level=warn&limit=200&since=2026-11-20T10%3A00%3A00.000Z']);
    expect(JSON.parse((await run('logs', '--json')).out)).toEqual([line]);
  });

  it('goes on where it was until it is stopped', async () => {
    let streams = 0;
    const stopped = Promise.withResolvers<string>();
    const { run, asked } = await setupFake(
      {
        recentLogs: () => [line],
        followLogs: () => {
          streams += 1;
          if (streams === 3) stopped.resolve('SIGINT');
          return stream({ ...line, event: `again ${String(streams)}` });
        },
      },
      { stopped: () => stopped.promise },
    );
    const { code, out, err } = await run('logs', '-f');
    expect(code).toBe(0);
    expect(out).toMatch(/server\.failed.*\n.*again 1 .*\n.*again 2 /);
    expect(err).toContain('The hub does not answer; trying again.\n');
    expect(asked.slice(1, 3)).toEqual(['GET /api/logs/stream?after=7', 'GET /api/logs/stream?after=9']);
  });

  it('says when there is nothing, and what a time is', async () => {
    const { run } = await setupFake({ recentLogs: () => [] });
    expect(await run('logs')).toMatchObject({
      code: 0,
      out: '',
      err: 'The hub has logged nothing of that.\n',
    });
    expect(await run('logs', '--since', 'soon')).toMatchObject({ code: 2 });
  });
});

describe('servers logs', () => {
  const said = { id: 3, at: '2026-11-20T10:15:02.123Z', text: 'Listening \u0007.' };

  it('shows what the program of a server wrote', async () => {
    const { run } = await setupFake({ serverStderr: () => [said] });
    expect((await run('servers', 'logs', 'time')).out).toMatch(/^\d\d:\d\d:02\.123 Listening .*\.\n$/);
    expect((await run('servers', 'logs', 'time')).out).not.toContain('\u0007');
    expect(JSON.parse((await run('servers', 'logs', 'time', '--json')).out)).toEqual([said]);
  });

  it('says when it wrote nothing', async () => {
    const { run } = await setupFake({ serverStderr: () => [] });
    expect((await run('servers', 'logs', 'time')).err).toMatch(/^time has written nothing to standard error/);
  });
});
