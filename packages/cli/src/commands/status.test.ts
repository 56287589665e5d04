import type { Finding, HealthView } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { anApproval } from '../../test-support/an-approval.ts';
import { aServer, setupFake } from '../../test-support/fake-hub.ts';

const health: HealthView = {
  status: 'degraded',
  version: '1.2.3',
  uptimeMs: 7_200_000,
  checks: [{ name: 'database', ok: true, tookMs: 1 }],
  warnings: [
    { id: 'a', category: 'security', message: 'The key is old.', since: '2026-11-15T10:00:00.000Z' },
    {
      id: 'b',
      category: 'servers',
      serverId: 'broken',
      message: 'broken is away',
      since: '2026-11-15T10:00:00.000Z',
    },
  ],
};

describe('status', () => {
  it('tells how the hub is, its servers by status, those away with the reason, and its tools', async () => {
    const away = aServer({ name: 'broken', status: 'FAILED', statusReason: 'Nothing listens there.' });
    const { run } = await setupFake({
      health: () => health,
      listServers: () => [away, aServer(), aServer({ name: 'zoo' })],
      listTools: () => ({ tools: [{}, {}] }),
      listApprovals: () => [anApproval()],
    });
    expect(await run('status')).toEqual({
      code: 0,
      out: [
        'Patchbay 1.2.3',
        '  Hub        degraded, up 2 hours',
        '  Servers    2 CONNECTED, 1 FAILED',
        '             broken is FAILED: Nothing listens there.',
        '  Tools      2 on offer',
        '  Approvals  1 waits (patchbay approvals list)',
        '  Warning    The key is old.',
        '',
      ].join('\n'),
      err: '',
    });
    expect(JSON.parse((await run('status', '--json')).out)).toMatchObject({ version: '1.2.3', toolCount: 2 });
  });

  it('exits 1 when a part of the hub does not work', async () => {
    const checks = [{ name: 'database', ok: false, tookMs: 1, message: 'It is locked.' }];
    const { run } = await setupFake({
      health: () => ({ ...health, status: 'unhealthy', checks, warnings: [] }),
      listServers: () => [],
      listTools: () => ({ tools: [] }),
      listApprovals: () => [],
    });
    const { code, out } = await run('status');
    expect(code).toBe(1);
    expect(out).toContain('unhealthy, up 2 hours\n           database: It is locked.\n');
    expect(out).toContain('Servers  none (patchbay servers add)');
  });
});

describe('doctor', () => {
  const ok: Finding = {
    level: 'ok',
    about: 'tools',
    says: '3 tools are on offer.',
    fix: null,
    serverId: null,
  };
  const note: Finding = {
    ...ok,
    level: 'note',
    about: 'server a',
    says: 'DISABLED.',
    fix: '`patchbay servers enable a`',
  };
  const problem: Finding = { ...ok, level: 'problem', about: 'server b', says: 'FAILED: away.' };

  it('shows what it found and what to do, and exits 1 for a problem', async () => {
    const { run } = await setupFake({ doctor: () => ({ findings: [ok, note, problem] }) });
    expect(await run('doctor')).toEqual({
      code: 1,
      out: [
        '✓  tools: 3 tools are on offer.',
        '!  server a: DISABLED.',
        '   `patchbay servers enable a`',
        '✗  server b: FAILED: away.',
        '',
      ].join('\n'),
      err: '\n1 problem.\n',
    });
    expect(await run('doctor', '--json')).toMatchObject({ code: 1, err: '' });
  });

  it.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }])('uses plain letters with %j', async (environment) => {
    const { run } = await setupFake({ doctor: () => ({ findings: [ok, note] }) }, { environment });
    const { code, out, err } = await run('doctor');
    expect({ code, err }).toEqual({ code: 0, err: '\nNo problem.\n' });
    expect(out).toMatch(/^ok tools: .*\n! {2}server a: /);
    expect(out).toMatch(/^[\x20-\x7e\n]*$/);
  });
});
