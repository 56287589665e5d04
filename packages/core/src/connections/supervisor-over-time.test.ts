import { aServer, createSupervised as setup, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';

describe('a lazy connection', () => {
  it('is opened by its first use and closed after half an hour without one [B-05] [B-06]', async () => {
    const { supervisor, upstream, time, status } = setup({ start: { isLazy: true } });
    expect(supervisor.view().isCallable).toBe(true);
    await supervisor.ensure();
    await time.pass(1_799_000);
    await supervisor.request({ method: 'tools/list', timeoutMs: 1 });
    await time.pass(1_799_000);
    expect(status()).toBe('CONNECTED');
    await time.pass(2_000);
    expect(status()).toBe('PENDING');
    expect(supervisor.view().reason).toContain('30 min without use');
    expect(upstream.open()).toBe(0);
    await supervisor.ensure();
    expect(status()).toBe('CONNECTED');
  });

  it('is not closed while a call runs', async () => {
    const { supervisor, upstream, time, status } = setup({ start: { isLazy: true } });
    const answer = Promise.withResolvers<void>();
    upstream.onCall = () => answer.promise.then(() => ({ result: { content: [] } }));
    const call = supervisor.request({ method: 'tools/call', timeoutMs: 1 });
    await time.pass(7_200_000);
    expect(status()).toBe('CONNECTED');
    answer.resolve();
    await call;
    await time.pass(1_801_000);
    expect(status()).toBe('PENDING');
  });
});

describe('a server that is defined anew', () => {
  it('is connected anew when it is elsewhere now, and left alone when only its title changed [A-43]', async () => {
    const { supervisor, upstream, status } = setup();
    await supervisor.connect();
    await supervisor.redefine(aServer({ title: 'New' }), false);
    expect(upstream.tried()).toBe(1);
    await supervisor.redefine(
      aServer({ transport: { kind: 'http', url: 'http://new/', verifySsl: true } }),
      true,
    );
    expect(upstream.tried()).toBe(2);
    expect(status()).toBe('CONNECTED');
    expect(supervisor.server.transport.kind).toBe('http');
  });
});

describe('the era that a server speaks', () => {
  const spoken = async (pauseMs: number) => {
    const tried: (string | undefined)[] = [];
    const { supervisor, upstream, time } = setup({ onDial: ({ knownEra }) => void tried.push(knownEra) });
    await supervisor.connect();
    await time.pass(pauseMs);
    upstream.kill();
    await settle();
    await supervisor.connect();
    return tried;
  };

  it('is remembered for the next connection', async () => {
    expect(await spoken(60_000)).toEqual([undefined, 'legacy']);
  });

  it('is asked again after an hour when it was the older one, for it may have learned', async () => {
    expect(await spoken(3_601_000)).toEqual([undefined, undefined]);
  });
});
