import type { AuditReportView, AuditRowView } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { setupFake } from '../../test-support/fake-hub.ts';
import { setup } from '../../test-support/hub.ts';

const hash = 'a'.repeat(64);
function aRow(overrides: Partial<AuditRowView> = {}): AuditRowView {
  return {
    seq: 7,
    id: 'c7',
    at: '2026-01-31T12:00:00.123Z',
    principal: 'key:ab12',
    principalName: 'ci',
    via: 'mcp',
    serverId: 'time',
    toolName: 'now',
    toolDigest: hash,
    policy: null,
    decision: 'allow',
    approval: null,
    argsDigest: hash,
    argsBytes: 2,
    resultDigest: hash,
    resultBytes: 40,
    outcome: 'ok',
    latencyMs: 12,
    attempts: 1,
    missing: 0,
    hasValues: false,
    traceId: null,
    prevHash: hash,
    hash,
    ...overrides,
  };
}

describe('audit list', () => {
  it('shows who called what, and what came of it', async () => {
    const rows = [
      aRow({ seq: 8, outcome: 'TOOL_NOT_FOUND', serverId: null, toolName: 'no\u001bwhere' }),
      aRow({
        seq: 7,
        outcome: 'gap',
        missing: 3,
        via: 'hub',
        serverId: null,
        toolName: '',
        principalName: 'hub',
      }),
      aRow({ seq: 6 }),
    ];
    const { run, asked } = await setupFake({ listAudit: () => ({ rows, nextCursor: 'next_6' }) });
    const { out, err, code } = await run(
      'audit',
      'list',
      '--server',
      'time',
      '--from',
      '2026-01-31',
      '--limit',
      '3',
    );
    expect(out.split('\n')).toEqual([
      'SEQ  AT                   WHO  VIA  TOOL           OUTCOME         TOOK   CALL',
      '8    2026-01-31 12:00:00  ci   mcp  no\\u{1b}where  TOOL_NOT_FOUND  12 ms  c7',
      '7    2026-01-31 12:00:00  hub  hub                 gap of 3 calls  12 ms  c7',
      '6    2026-01-31 12:00:00  ci   mcp  time.now       ok              12 ms  c7',
      '',
    ]);
    expect(err).toBe('\n3 rows. More: --cursor next_6\n');
    expect(code).toBe(0);
    expect(asked[0]).toBe('GET /api/audit?server=time&from=2026-01-31T00%3A00%3A00.000Z&limit=3');
  });

  it('shows arguments and results where they are kept', async () => {
    const kept = aRow({ hasValues: true, values: { arguments: '{"zone":"UTC"}', result: null } });
    const { run } = await setupFake({
      listAudit: () => ({ rows: [kept, aRow({ values: null })], nextCursor: null }),
    });
    const { out } = await run('audit', 'list', '--values');
    expect(out).toContain('arguments  {"zone":"UTC"}\n');
    expect(out).toContain('arguments  not kept\n');
  });

  it('says what an empty list means, and which time it does not understand', async () => {
    const { run } = await setupFake({ listAudit: () => ({ rows: [], nextCursor: null }) });
    expect((await run('audit', 'list')).err).toContain('Nothing was called yet.');
    expect((await run('audit', 'list', '--tool', 'x')).err).toBe(
      'No call fits. Leave out a filter to see more.\n',
    );
    expect(await run('audit', 'list', '--from', 'yesterday')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--from: "yesterday" is not a time. Write 24h') as string,
    });
    expect(JSON.parse((await run('audit', 'list', '--json')).out)).toEqual({ rows: [], nextCursor: null });
  });
});

describe('audit export', () => {
  it('prints every row that fits, and nothing else', async () => {
    const { run, hub } = await setup();
    for (let n = 0; n < 3; n += 1) await hub.call('no.tool').catch(() => {});
    const jsonl = await run('audit', 'export', '--from', '1h');
    expect(jsonl.out.trimEnd().split('\n')).toHaveLength(3);
    expect(jsonl.err).toBe('');
    const csv = await run('audit', 'export', '--format', 'csv', '--outcome', 'ok');
    expect(csv.out.split(',').slice(0, 3)).toEqual(['seq', 'id', 'at']);
    expect(csv.err).toBe('No call fits.\n');
  });
});

describe('audit verify', () => {
  const link = (seq: number) => ({ seq, hash });
  const run = async (report: AuditReportView, ...flags: string[]) =>
    (await setupFake({ verifyAudit: () => report })).run('audit', 'verify', ...flags);

  it('says that all is well, with what to note elsewhere', async () => {
    const report = { ok: true, rows: 4, from: link(2), to: link(6) };
    const { code, out, err } = await run(report);
    expect([code, out]).toEqual([0, `6 ${hash}\n`]);
    expect(err).toContain('The audit is whole. 4 rows, 3 to 6.');
    expect((await run({ ...report, rows: 0 })).err).toBe('The audit is empty, and that is right.\n');
  });

  it.each([
    [{ seq: 7, id: 'c7', reason: 'changed' }, 'Row 7 (call c7) is not what was written.'],
    [{ seq: 7, id: null, reason: 'missing' }, 'Row 7 is missing.'],
    [{ seq: 7, id: null, reason: 'added' }, 'Row 7 was not written by the hub.'],
  ] as const)('exits 1 and says where it is broken: %j', async (firstBroken, words) => {
    const report = { ok: false, rows: 6, from: link(0), to: link(6), firstBroken };
    const { code, out, err } = await run(report);
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(`The audit was tampered with. ${words}\nBefore it, 6 rows as written.\n`);
    expect(await run(report, '--json')).toMatchObject({ code: 1, out: `${JSON.stringify(report)}\n` });
  });
});
