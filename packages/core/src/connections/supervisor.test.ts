import { aServer, createFakeUpstream, createManualTime, createRecordingLog, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { ReconnectPolicy } from './backoff.ts';
import { Supervisor, type SupervisorDeps, type SupervisorStart } from './supervisor.ts';

const reconnection: ReconnectPolicy = {
  enabled: true,
  maxAttempts: 5,
  initialDelayMs: 5_000,
  multiplier: 2,
  maxDelayMs: 60_000,
};

interface Setup {
  readonly policy?: Partial<ReconnectPolicy>;
  readonly start?: Partial<SupervisorStart>;
  readonly onOpened?: SupervisorDeps['onOpened'];
}

const readTools: SupervisorDeps['onOpened'] = async (_, link) =>
  void (await link.request({ method: 'tools/list', timeoutMs: 10_000 }));

function setup({ policy, start, onOpened = readTools }: Setup = {}) {
  const time = createManualTime();
  const upstream = createFakeUpstream();
  const log = createRecordingLog();
  const statuses: string[] = [];
  const supervisor = new Supervisor(
    {
      ...time,
      connector: upstream.connector,
      chance: { fraction: () => 0.5 },
      log,
      reconnection: { ...reconnection, ...policy },
      timeoutsOf: () => ({ connectMs: 30_000, idleMs: 1_800_000 }),
      onOpened,
      onListChanged: () => {},
      onStatus: (_, { status }) => void (statuses.at(-1) !== status && statuses.push(status)),
    },
    { server: aServer(), isLazy: false, ...start },
  );
  const status = (): string => supervisor.view().status;
  return { time, upstream, log, statuses, supervisor, status };
}

describe('connecting', () => {
  it('goes from PENDING over CONNECTING to CONNECTED, and lists tools before that [A-07] [A-16]', async () => {
    const { supervisor, upstream, statuses, status } = setup();
    expect(status()).toBe('PENDING');
    await supervisor.connect();
    expect(statuses).toEqual(['CONNECTING', 'CONNECTED']);
    expect(upstream.asked).toEqual(['tools/list']);
    expect(supervisor.view()).toMatchObject({
      session: { state: 'ACTIVE', era: 'legacy' },
      isCallable: true,
    });
  });

  it('is one attempt, however many ask for it [B-02] [B-08] [D-03]', async () => {
    const { supervisor, upstream } = setup();
    const links = await Promise.all(Array.from({ length: 50 }, () => supervisor.connect()));
    expect(new Set(links).size).toBe(1);
    expect(upstream.tried()).toBe(1);
  });

  it('fails for all who waited, and says why [B-08] [B-13]', async () => {
    const { supervisor, upstream, status } = setup();
    upstream.door = 'closed';
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => supervisor.connect()));
    expect(outcomes.every(({ status: outcome }) => outcome === 'rejected')).toBe(true);
    expect(upstream.tried()).toBe(1);
    expect(status()).toBe('FAILED');
    expect(supervisor.view()).toMatchObject({ reason: expect.stringContaining('nothing listens there') });
  });

  it('fails when the lists cannot be read, and leaves nothing open [B-04]', async () => {
    const { supervisor, upstream, status } = setup({ onOpened: () => Promise.reject(new Error('no list')) });
    await expect(supervisor.connect()).rejects.toThrow('no list');
    expect(status()).toBe('FAILED');
    expect(upstream.open()).toBe(0);
  });

  it('is not tried with what is left of damaged credentials', async () => {
    const { supervisor, upstream, status } = setup({ start: { server: aServer({ credentialsLost: true }) } });
    await expect(supervisor.connect()).rejects.toMatchObject({ code: 'SECRET_UNREADABLE' });
    expect(upstream.tried()).toBe(0);
    expect(status()).toBe('FAILED');
  });

  it('never has two connections at once, however connect and disconnect follow each other [A-13]', async () => {
    const { supervisor, upstream } = setup();
    const work = Array.from({ length: 20 }, async (_, n) =>
      n % 2 === 0 ? supervisor.connect().catch(() => {}) : supervisor.disconnect(),
    );
    await Promise.all(work);
    await supervisor.connect();
    expect(upstream.mostOpen()).toBe(1);
    expect(upstream.open()).toBe(1);
  });
});

describe('disconnecting', () => {
  it('closes the connection and stays away [A-20]', async () => {
    const { supervisor, upstream, status, time } = setup();
    await supervisor.connect();
    await supervisor.disconnect();
    await time.pass(3_600_000);
    expect(status()).toBe('DISCONNECTED');
    expect(upstream.open()).toBe(0);
    expect(upstream.tried()).toBe(1);
  });

  it('wins over an attempt that is under way', async () => {
    const { supervisor, upstream, status } = setup();
    upstream.door = 'silent';
    const attempt = supervisor.connect();
    await settle();
    expect(status()).toBe('CONNECTING');
    await supervisor.disconnect();
    upstream.admit();
    await expect(attempt).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE' });
    expect(status()).toBe('DISCONNECTED');
    expect(upstream.open()).toBe(0);
  });

  it('can be taken back by connecting again [A-07]', async () => {
    const { supervisor, status } = setup();
    await supervisor.connect();
    await supervisor.disconnect();
    await supervisor.connect();
    expect(status()).toBe('CONNECTED');
  });
});

describe('disabling', () => {
  it('closes the connection, and nothing opens it until it is enabled [A-06]', async () => {
    const { supervisor, status } = setup();
    await supervisor.connect();
    await supervisor.disable();
    expect(status()).toBe('DISABLED');
    await expect(supervisor.connect()).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE' });
    await expect(supervisor.ensure()).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE' });
    supervisor.enable();
    expect(status()).toBe('PENDING');
    await supervisor.connect();
    expect(status()).toBe('CONNECTED');
  });
});

describe('a lost connection', () => {
  it('is told at once, with the reason and the time of the next attempt', async () => {
    const { supervisor, upstream, status, time } = setup();
    await supervisor.connect();
    upstream.kill('It was killed.');
    await settle();
    expect(status()).toBe('FAILED');
    expect(supervisor.view()).toMatchObject({ reason: 'It was killed.', session: { state: 'ERROR' } });
    expect(supervisor.view().nextAttemptAt).toEqual(new Date(time.clock.now().getTime() + 5_000));
  });

  it('is won back by itself after 5, 10, 20, 40 and 60 s, give or take [A-51] [A-52] [A-54]', async () => {
    const { supervisor, upstream, time, log } = setup();
    upstream.door = 'closed';
    await supervisor.connect().catch(() => {});
    const gaps = [5_000, 10_000, 20_000, 40_000, 60_000];
    for (const [index, gap] of gaps.entries()) {
      await time.pass(gap - 1);
      expect(upstream.tried()).toBe(1 + index);
      await time.pass(1);
      expect(upstream.tried()).toBe(2 + index);
    }
    expect(supervisor.view()).toMatchObject({ status: 'FAILED', isGivenUp: true });
    expect(log.lines.map(({ event }) => event)).toContain('server.given-up');
    await time.pass(299_999);
    expect(upstream.tried()).toBe(6);
  });

  it('is looked for again every five minutes after that, so that nothing stays dead for ever', async () => {
    const { supervisor, upstream, time, status } = setup();
    upstream.door = 'closed';
    await supervisor.connect().catch(() => {});
    await time.pass(135_000);
    upstream.door = 'open';
    await time.pass(300_000);
    expect(status()).toBe('CONNECTED');
  });

  it('is not looked for when reconnection is off [A-52]', async () => {
    const { supervisor, upstream, time, status } = setup({ policy: { enabled: false } });
    await supervisor.connect();
    upstream.kill();
    await time.pass(3_600_000);
    expect(status()).toBe('FAILED');
    expect(upstream.tried()).toBe(1);
  });

  it('is not looked for once the server is gone [A-53] [A-57]', async () => {
    const { supervisor, upstream, time } = setup();
    await supervisor.connect();
    upstream.kill();
    await settle();
    await supervisor.close();
    await time.pass(3_600_000);
    expect(upstream.tried()).toBe(1);
    expect(time.waiting()).toBe(0);
  });

  it('begins counting anew only after it held for half a minute', async () => {
    const { supervisor, upstream, time } = setup();
    await supervisor.connect();
    for (const expected of [5_000, 10_000, 20_000]) {
      upstream.kill();
      await settle();
      expect(delayOf(supervisor, time)).toBe(expected);
      await time.pass(expected);
    }
    await time.pass(30_000);
    upstream.kill();
    await settle();
    expect(delayOf(supervisor, time)).toBe(5_000);
  });

  it('cannot hurt the one after it', async () => {
    const { supervisor, upstream, status } = setup();
    await supervisor.connect();
    const slow = Promise.withResolvers<void>();
    upstream.onCall = () => slow.promise.then(() => ({ result: { content: [] } }));
    const call = supervisor.request({ method: 'tools/call', timeoutMs: 1_000 });
    await settle();
    await supervisor.disconnect();
    await supervisor.connect();
    await expect(call).rejects.toMatchObject({ code: 'MCP_CONNECTION_FAILED' });
    slow.resolve();
    await settle();
    expect(status()).toBe('CONNECTED');
  });
});

function delayOf(supervisor: Supervisor, { clock }: { clock: { now(): Date } }): number {
  return (supervisor.view().nextAttemptAt?.getTime() ?? 0) - clock.now().getTime();
}

describe('a call', () => {
  it('wins a lost connection back at once, without waiting for the next attempt [A-56] [B-02]', async () => {
    const { supervisor, upstream, status } = setup();
    await supervisor.connect();
    upstream.kill();
    await settle();
    expect(await supervisor.request({ method: 'tools/list', timeoutMs: 1_000 })).toMatchObject({
      result: {},
    });
    expect(status()).toBe('CONNECTED');
    expect(upstream.tried()).toBe(2);
  });

  it('does not when reconnection is off, and says why [A-56]', async () => {
    const { supervisor, upstream } = setup({ policy: { enabled: false } });
    await supervisor.connect();
    upstream.kill('It was killed.');
    await settle();
    await expect(supervisor.ensure()).rejects.toMatchObject({ data: { reason: 'It was killed.' } });
  });

  it('does not connect what a person has not connected, or has disconnected [A-56]', async () => {
    const { supervisor, upstream } = setup();
    await expect(supervisor.ensure()).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE' });
    await supervisor.connect();
    await supervisor.disconnect();
    await expect(supervisor.ensure()).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE' });
    expect(upstream.tried()).toBe(1);
  });

  it('costs no attempt of the background', async () => {
    const { supervisor, upstream, time } = setup();
    upstream.door = 'closed';
    await supervisor.connect().catch(() => {});
    for (let n = 0; n < 10; n += 1) await supervisor.ensure().catch(() => {});
    expect(delayOf(supervisor, time)).toBe(5_000);
  });
});

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
