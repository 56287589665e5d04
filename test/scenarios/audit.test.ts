import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createClient, type Client } from '@patchbay/client';
import { createTempDir } from '@patchbay/testkit';
import type { HttpFixtureOptions } from '@patchbay/testkit/mcp';
import { describe, expect, it } from 'vitest';
import { addressOf, eventually, httpServer } from '../support/fixtures.ts';
import { readKeyFile, startHubProcess, type HubProcess } from '../support/hub-process.ts';
import { startTestHub } from '../support/test-hub.ts';

const sha256 = (value: string): string => createHash('sha256').update(value).digest('hex');

async function startWithServer(
  config: Parameters<typeof startTestHub>[0] = {},
  tools: HttpFixtureOptions['tools'] = ['echo', 'add'],
) {
  const test = await startTestHub(config);
  const upstream = await httpServer({ tools });
  await test.admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
  const call = (toolName: string, args: Record<string, string> = { message: 'geheim' }) =>
    test.admin.executeTool({ body: { toolName, arguments: args } }).catch((error: unknown) => error);
  const asRole = async (role: 'operator' | 'viewer') => {
    const { key } = await test.admin.createKey({ body: { name: role, roles: [role] } });
    return createClient({ url: test.url, key });
  };
  return { ...test, upstream, call, asRole };
}

describe('the audit over REST', () => {
  it('has a row for every call and every refusal, newest first, with digests and no values', async () => {
    const { admin, hub, call } = await startWithServer();
    await call('one.echo');
    await call('one.nothing');
    await call('one.echo', {});
    await hub.call('one.echo', { message: 'x' });
    const { rows, nextCursor } = await admin.listAudit();
    expect(rows.map(({ via, serverId, toolName, outcome }) => [via, serverId, toolName, outcome])).toEqual([
      ['library', 'one', 'echo', 'ok'],
      ['rest', 'one', 'echo', 'ARGUMENTS_INVALID'],
      ['rest', null, 'one.nothing', 'TOOL_NOT_FOUND'],
      ['rest', 'one', 'echo', 'ok'],
    ]);
    expect(nextCursor).toBeNull();
    expect(rows[3]).toMatchObject({
      principalName: 'admin',
      decision: 'allow',
      attempts: 1,
      argsDigest: sha256('{"message":"geheim"}'),
      argsBytes: 20,
      toolDigest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      resultDigest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      hasValues: false,
    });
    expect(JSON.stringify(rows)).not.toContain('geheim');
    expect(await admin.verifyAudit()).toMatchObject({ ok: true, rows: 4, to: { seq: 4 } });
  });

  it('is paged and filtered', async () => {
    const { admin, call } = await startWithServer();
    for (let n = 0; n < 5; n += 1)
      await call(n % 2 === 0 ? 'one.echo' : 'one.add', { message: 'x', a: '1', b: '2' });
    const first = await admin.listAudit({ query: { limit: 2 } });
    const second = await admin.listAudit({ query: { limit: 2, cursor: first.nextCursor ?? '' } });
    const third = await admin.listAudit({ query: { limit: 2, cursor: second.nextCursor ?? '' } });
    const seqs = [first, second, third].map(({ rows }) => rows.map(({ seq }) => seq));
    expect(seqs).toEqual([[5, 4], [3, 2], [1]]);
    expect(third.nextCursor).toBeNull();
    const { rows } = await admin.listAudit({ query: { tool: 'echo', from: '2026-01-01T00:00:00+02:00' } });
    expect(rows.map(({ seq }) => seq)).toEqual([5, 3, 1]);
    expect((await admin.listAudit({ query: { to: '2026-01-01T00:00:00Z' } })).rows).toEqual([]);
    for (const query of [{ cursor: 'x' }, { from: 'yesterday' }, { limit: 1_001 }])
      await expect(admin.listAudit({ query })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  it('leaves as CSV that no spreadsheet runs, or as lines of JSON', async () => {
    const { admin, call } = await startWithServer();
    await call('=cmd|\'/c calc\'!A1,"x"');
    await call('one.echo');
    const exported = async (format: 'csv' | 'jsonl', tool?: string) => {
      const response = await admin.exportAudit({ query: { format, tool } });
      return { type: response.headers.get('content-type'), lines: (await response.text()).split(/\r?\n/) };
    };
    const csv = await exported('csv');
    expect(csv.type).toBe('text/csv; charset=utf-8');
    expect(csv.lines).toHaveLength(4);
    expect(csv.lines[0]).toMatch(/^seq,id,at,principal,.*,hash,traceId$/);
    expect(csv.lines[2]).toContain(`,"'=cmd|'/c calc'!A1,""x""",`);
    const jsonl = await exported('jsonl', 'echo');
    expect(jsonl.lines.filter(Boolean).map((line) => JSON.parse(line) as unknown)).toEqual(
      (await admin.listAudit({ query: { tool: 'echo' } })).rows,
    );
  });

  it('can be checked without the hub, as the guide says', async () => {
    const { admin, call } = await startWithServer();
    for (const tool of ['one.echo', 'one.nothing', 'one.echo']) await call(tool);
    const guide = readFileSync('docs/guides/audit.md', 'utf8');
    const [, listed = ''] = /```\n\["v1", ([\s\S]*?)\]\n```/.exec(guide) ?? [];
    const fields = listed.split(/,\s*/);
    expect(fields).toHaveLength(22);
    const exported = await (await admin.exportAudit({ query: { format: 'jsonl' } })).text();
    const rows = exported
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const row of rows)
      expect(sha256(JSON.stringify(['v1', ...fields.map((field) => row[field])]))).toBe(row['hash']);
    expect(rows.at(-1)?.['prevHash']).toBe('0'.repeat(64));
  });

  it('is exported whole, however long it is', async () => {
    const { admin, call } = await startWithServer();
    await Promise.all(Array.from({ length: 1_200 }, () => call('nowhere.tool')));
    const response = await admin.exportAudit({ query: { format: 'jsonl' } });
    const lines = (await response.text()).trim().split('\n');
    const seqs = lines.map((line) => (JSON.parse(line) as { seq: number }).seq);
    expect(seqs).toHaveLength(1_200);
    expect(new Set(seqs).size).toBe(1_200);
    expect(await admin.verifyAudit()).toMatchObject({ ok: true, rows: 1_200 });
  });

  it('is for operators; arguments and results are for admins, and kept only where that is switched on', async () => {
    const { admin, call, asRole } = await startWithServer({ audit: { values: true } });
    await call('one.echo', { message: 'password=hunter2-hunter2' });
    const operator = await asRole('operator');
    expect((await operator.listAudit()).rows[0]).not.toHaveProperty('values');
    for (const ask of [operator.listAudit, operator.exportAudit])
      await expect(ask({ query: { values: true } })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect((await asRole('viewer')).listAudit()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const { rows } = await admin.listAudit({ query: { values: true } });
    expect(rows[0]).toMatchObject({
      hasValues: true,
      values: { arguments: '{"message":"password=[MASKED_PASSWORD]"}' },
    });
    const csv = await (await admin.exportAudit({ query: { values: true, format: 'csv' } })).text();
    expect(csv).toContain('"{""message"":""password=[MASKED_PASSWORD]""}"');
  });

  it('keeps no argument that the patterns of the configuration would hide in a result', async () => {
    const patterns = [{ name: 'badge', pattern: 'BADGE-[0-9]+' }];
    const { admin, call } = await startWithServer({ audit: { values: true }, masking: { patterns } });
    await call('one.echo', { message: 'BADGE-4711' });
    const { rows } = await admin.listAudit({ query: { values: true } });
    expect(rows[0]).toMatchObject({ values: { arguments: '{"message":"[MASKED_BADGE]"}' } });
  });
});

describe('a hub whose database cannot be written', () => {
  it('lets calls through that only read, refuses the others, and writes all of it down later', async () => {
    const config = { database: 'sqlite', dataDir: createTempDir() };
    const { admin, upstream } = await startWithServer(config, ['echo', 'counter']);
    await admin.putServer({
      params: { name: 'one' },
      body: { ...addressOf(upstream), trustAnnotations: true },
    });
    const other = new DatabaseSync(join(config.dataDir, 'patchbay.db'));
    other.exec('pragma busy_timeout = 60000'); // the hub may be writing in this moment
    other.exec('begin immediate');
    const read = await admin.executeTool({ body: { toolName: 'one.echo', arguments: { message: 'x' } } });
    expect(read.isError).toBe(false);
    await expect(admin.executeTool({ body: { toolName: 'one.counter' } })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
    });
    expect(upstream.count).toBe(0);
    await eventually(async () => (await admin.health()).warnings.map(({ id }) => id)).toContain('audit');
    other.exec('rollback');
    other.close();
    await eventually(async () =>
      (await admin.listAudit()).rows.map(({ toolName, outcome }) => `${toolName} ${outcome}`),
    ).toEqual(['counter STORE_UNAVAILABLE', 'echo ok']);
    await eventually(async () => (await admin.health()).warnings.map(({ id }) => id)).not.toContain('audit');
    expect(await admin.listUnknownCalls()).toEqual([]);
  });
});

const adminOf = ({ url, folder }: HubProcess): Client =>
  createClient({ url: url ?? '', key: readKeyFile(folder).key });

describe('the audit of a hub that is killed', () => {
  it('has a row for the call that may have run, and one for each that was answered', async () => {
    const upstream = await httpServer();
    const first = await startHubProcess();
    await adminOf(first).createServer({ body: { name: 'one', ...addressOf(upstream) } });
    await adminOf(first).executeTool({ body: { toolName: 'one.counter' } });
    const slow = { toolName: 'one.slow', arguments: { ms: 600_000 } };
    adminOf(first)
      .executeTool({ body: slow })
      .catch(() => {}); // nobody is left to answer
    await upstream.saw('tools/call', 2);
    await first.stop('SIGKILL');

    const admin = adminOf(await startHubProcess({ folder: first.folder }));
    const { rows } = await admin.listAudit();
    const found = rows.map(({ toolName, outcome }) => `${toolName} ${outcome}`);
    // What was answered is written a moment later; killed before, it counts as unknown too.
    expect(['counter ok', 'counter OUTCOME_UNKNOWN']).toContain(
      found.find((row) => row.startsWith('counter')),
    );
    expect(found).toContain('slow OUTCOME_UNKNOWN');
    expect(rows.find(({ toolName }) => toolName === 'slow')).toMatchObject({
      principalName: 'admin',
      decision: 'allow',
      argsDigest: sha256('{"ms":600000}'),
    });
    expect(await admin.verifyAudit()).toMatchObject({ ok: true, rows: 2 });
  });
});
