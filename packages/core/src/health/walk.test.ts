import { aCatalogRecord, aPrincipal, aServer, createSmallHub } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { LimitName } from '../ids.ts';
import type { LimitRefusal } from '../limits/limit-rule.ts';
import { createWalk, type PolicyStep } from './walk.ts';

const allowed: PolicyStep = {
  verdict: { decision: 'allow', policy: undefined, reason: 'No rule is about it.' },
  onArguments: 0,
};

interface World {
  readonly restingMs?: number;
  readonly policy?: typeof allowed;
  readonly held?: Readonly<Record<string, string>>;
  readonly refusal?: LimitRefusal;
}

async function setup({ restingMs = 0, policy = allowed, held = {}, refusal }: World = {}) {
  const hub = createSmallHub();
  const { supervisor, server } = await hub.addServer('github', ['echo']);
  const walk = createWalk({
    lookUp: async (name) =>
      name === 'github'
        ? { server, connection: supervisor.view(), record: hub.catalog.record(server) }
        : undefined,
    judge: () => policy,
    held: (_, tool) => held[tool],
    restingMs: () => restingMs,
    refusalOf: () => refusal,
    now: () => hub.time.clock.now(),
  });
  const last = async (subject: string, principal = aPrincipal()) => (await walk(principal, subject)).at(-1);
  return { walk, last, supervisor };
}

describe('the way of a call, step by step', () => {
  it('goes to the end when nothing is wrong', async () => {
    const { walk } = await setup();
    const findings = await walk(aPrincipal(), 'github.echo');
    expect(findings.map(({ about }) => about)).toEqual([
      'credential',
      'registration',
      'policy',
      'review',
      'server github',
      'era',
      'catalogue',
      'breaker',
      'limits',
    ]);
    expect(findings.every(({ level }) => level === 'ok')).toBe(true);
  });

  it('ends at the first thing that is wrong, and says what to do', async () => {
    const { last } = await setup();
    const viewer = aPrincipal({ roles: ['viewer'] });
    expect(await last('github', viewer)).toMatchObject({ about: 'credential', level: 'problem' });
    expect(await last('gitlab.echo')).toMatchObject({
      about: 'registration',
      says: 'No server "gitlab" is registered.',
    });
    expect(await last('github.nothing')).toMatchObject({
      about: 'catalogue',
      says: 'It has no tool "nothing".',
    });
  });

  it('names a rule that forbids, before the connection, and only where a tool is meant', async () => {
    const verdict = { decision: 'deny', policy: undefined, reason: 'Rule p1 forbids it.' } as const;
    const { last, walk, supervisor } = await setup({ policy: { verdict, onArguments: 0 } });
    await supervisor.disconnect();
    expect(await last('github.echo')).toEqual({
      level: 'problem',
      about: 'policy',
      says: 'Rule p1 forbids it.',
      fix: '`patchbay policies test github.echo` says what would change that.',
      serverId: null,
    });
    expect((await walk(aPrincipal(), 'github')).map(({ about }) => about)).not.toContain('policy');
  });

  it('names a tool that is held back', async () => {
    const { last } = await setup({ held: { echo: 'It is held back.' } });
    expect(await last('github.echo')).toMatchObject({ about: 'review', says: 'It is held back.' });
  });

  it('says that somebody is asked, and that arguments matter, and goes on', async () => {
    const verdict = { decision: 'ask', policy: undefined, reason: 'Rule p1 wants it.' } as const;
    const { walk } = await setup({ policy: { verdict, onArguments: 2 } });
    const findings = await walk(aPrincipal(), 'github.echo');
    expect(findings.find(({ about }) => about === 'policy')).toMatchObject({
      level: 'ok',
      says: 'Somebody is asked before it runs. Rule p1 wants it. Rules that look at the arguments: 2.',
    });
    expect(findings.at(-1)).toMatchObject({ about: 'limits', level: 'ok' });
  });

  it('names a connection that is down, before anything behind it', async () => {
    const { last, supervisor } = await setup();
    await supervisor.disconnect();
    expect(await last('github.echo')).toMatchObject({
      about: 'server github',
      fix: '`patchbay servers connect github` connects it again.',
    });
  });

  it('names a breaker that is open', async () => {
    const { last } = await setup({ restingMs: 4_200 });
    expect(await last('github__echo')).toMatchObject({
      about: 'breaker',
      says: expect.stringContaining('5 s') as string,
    });
  });

  it('names a limit that is used up, where a tool is meant', async () => {
    const refusal = { rule: 'writes' as LimitName, allows: '3 calls a minute', retryAfterMs: 4_200 };
    const { last, walk } = await setup({ refusal });
    expect(await last('github.echo')).toMatchObject({
      about: 'limits',
      level: 'problem',
      says: 'The limit "writes" allows 3 calls a minute, and they are used.',
      fix: 'Wait 5 s, or change `limits` in the configuration.',
    });
    expect((await walk(aPrincipal(), 'github')).map(({ about }) => about)).not.toContain('limits');
  });

  it('knows a server that offers nothing', async () => {
    const server = aServer();
    const { supervisor } = await setup();
    const empty = aCatalogRecord({ offer: null });
    const walk = createWalk({
      lookUp: async () => ({ server, connection: supervisor.view(), record: empty }),
      judge: () => allowed,
      held: () => undefined,
      restingMs: () => 0,
      refusalOf: () => undefined,
      now: () => new Date(),
    });
    expect((await walk(aPrincipal(), 'github')).at(-1)).toMatchObject({ says: 'It offers no tool.' });
  });
});
