import type { ServerDetail } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { aServer, setupFake } from '../test-support/fake-hub.ts';
import type { Terminal } from './command.ts';

/** A terminal that is stopped after so many pictures, in front of a hub whose server moves on with each. */
async function setup(pictures: number, overrides: Partial<Terminal> = {}) {
  const stopped = Promise.withResolvers<string>();
  const states: ServerDetail['status'][] = ['CONNECTING', 'CONNECTED', 'FAILED'];
  const written: string[] = [];
  let drawn = 0;
  const { run } = await setupFake(
    {
      listServers: () => {
        drawn += 1;
        if (drawn === pictures) stopped.resolve('SIGINT');
        return [aServer({ status: states[drawn - 1] ?? 'FAILED' })];
      },
      events: () => new Response('id: 1\nevent: server.status-changed\ndata: {}\n\n'),
    },
    {
      isInteractive: true,
      write: (text) => void written.push(text),
      stopped: () => stopped.promise,
      pause: async (ms) => {
        // Only the short one, between news and the next picture, ends by itself.
        if (ms > 1_000) await new Promise(() => {});
      },
      ...overrides,
    },
  );
  return { run, written };
}

describe('--watch', () => {
  it('draws again in the same place when something happens, and ends well when it is stopped', async () => {
    const { run, written } = await setup(2);
    expect(await run('servers', 'list', '--watch')).toMatchObject({ code: 0 });
    expect(written).toHaveLength(2);
    expect(written[0]).toMatch(/^.*NAME.*\n.*time.*CONNECTING.*\n$/);
    expect(written[1]?.startsWith('\u001B[2A\r\u001B[J')).toBe(true);
    expect(written[1]).toMatch(/NAME.*\n.*time.*CONNECTED.*\n$/);
  });

  it('shows no more than the terminal has lines for', async () => {
    const { run, written } = await setup(1, { rows: 2 });
    await run('servers', 'list', '-w');
    expect(written[0]).toContain('… (more than fits)');
    expect(written[0]?.split('\n')).toHaveLength(2);
  });

  it('prints every change below the last where nobody sits', async () => {
    const { run } = await setup(2, { isInteractive: false });
    const { out } = await run('servers', 'list', '--watch', '--json');
    const statuses = out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as ServerDetail[])[0]?.status);
    expect(statuses).toEqual(['CONNECTING', 'CONNECTED']);
  });

  it.each(['status', 'servers list', 'approvals list', 'runs list', 'mesh list'])(
    'is there for %s',
    async (name) => {
      const { run } = await setup(1);
      expect((await run(...name.split(' '), '--help')).out).toContain('-w, --watch');
    },
  );
});
