import { createSmallHub, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';

const list = { method: 'tools/list', timeoutMs: 1_000 };

async function setup() {
  const { time, addServer } = createSmallHub();
  return { time, ...(await addServer('a', ['echo'])) };
}

describe('a request whose connection must be opened first', () => {
  it('waits for that no longer than for its answer, nor when it is given up', async () => {
    const { supervisor, upstream, time } = await setup();
    upstream.door = 'silent';
    upstream.kill();
    await settle();
    const late = supervisor.request(list).catch((error: unknown) => error);
    const gone = supervisor.request({ ...list, signal: AbortSignal.abort() });
    await expect(gone).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
    await time.pass(1_000);
    expect(await late).toMatchObject({ code: 'MCP_TIMEOUT', data: { phase: 'not-sent' } });
    expect(time.waiting()).toBe(0);
  });

  it('has a server that breaks every connection dialled 20 times in ten minutes; the plan does the rest', async () => {
    const { supervisor, upstream, time } = await setup();
    const breakAndAsk = async (): Promise<unknown> => {
      upstream.kill();
      await settle();
      return supervisor.request(list);
    };
    for (let n = 1; n < 20; n += 1) await breakAndAsk();
    await expect(breakAndAsk()).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE' });
    expect(upstream.tried()).toBe(20);
    await time.pass(5_000);
    expect([supervisor.view().status, upstream.tried()]).toEqual(['CONNECTED', 21]);
  });
});

describe('disconnecting', () => {
  it('wins over a change of the definition that is under way', async () => {
    const { supervisor, upstream, server } = await setup();
    await Promise.all([supervisor.redefine(server, true), supervisor.disconnect()]);
    expect([supervisor.view().status, upstream.tried()]).toEqual(['DISCONNECTED', 1]);
  });

  it('does not wait for lists that are being read', async () => {
    const { supervisor, upstream } = await setup();
    await supervisor.disconnect();
    upstream.listsAfter = new Promise(() => {});
    const attempt = supervisor.connect().catch((error: unknown) => error);
    await settle();
    expect(upstream.open()).toBe(1);
    await supervisor.disconnect();
    expect(upstream.open()).toBe(0);
    expect(await attempt).toMatchObject({ code: 'SERVER_UNAVAILABLE' });
  });
});
