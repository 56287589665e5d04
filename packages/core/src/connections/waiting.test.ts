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

  it('has a server that every call kills dialled 20 times in ten minutes; the plan does the rest', async () => {
    const { supervisor, upstream, time } = await setup();
    upstream.onCall = () => (upstream.kill(), new Promise(() => {}));
    const ask = () => supervisor.request({ method: 'tools/call', timeoutMs: 1_000 });
    for (let n = 0; n < 20; n += 1)
      await expect(ask()).rejects.toMatchObject({ code: 'MCP_CONNECTION_FAILED' });
    await expect(ask()).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE' });
    expect(upstream.tried()).toBe(20);
    await time.pass(5_000);
    expect([supervisor.view().status, upstream.tried()]).toEqual(['CONNECTED', 21]);
  });

  it('has one that works between two deaths dialled as often as it dies', async () => {
    const { supervisor, upstream } = await setup();
    for (let n = 0; n < 100; n += 1) {
      await supervisor.request(list);
      upstream.kill();
      await settle();
    }
    expect(upstream.tried()).toBe(100);
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
