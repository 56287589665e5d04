import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  chainUp,
  settleAbandoned,
  verifyChain,
  type AuditEntry,
  type Digest,
  type KeptRow,
} from '@patchbay/core';
import { anAuditEntry, createManualClock, createTempDir } from '@patchbay/testkit';
import { createDatabase } from '@patchbay/testkit/postgres';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { auditColumns } from './audit-rows.ts';
import { openStore, type Store } from './open-store.ts';

const clock = createManualClock();
const digest: Pick<Digest, 'sha256'> = { sha256: (text) => createHash('sha256').update(text).digest('hex') };
const nothing = { ended: [], unknown: [] };

async function setup(database = 'sqlite', dataDir = createTempDir()) {
  const store = await openStore({ database, dataDir, masterPasswords: [], clock });
  onTestFinished(store.close);
  const sql = (text: string): void => {
    const other = new DatabaseSync(join(dataDir, 'patchbay.db'));
    other.exec(text);
    other.close();
  };
  const verify = () => verifyChain({ store: store.audit, digest });
  return { store, dataDir, sql, verify };
}

async function add({ audit }: Store, entries: readonly Partial<AuditEntry>[], values?: KeptRow['values']) {
  for (;;) {
    const { head } = await audit.ends();
    const rows = chainUp(head, entries.map(anAuditEntry), digest);
    if (
      await audit.append(
        head,
        rows.map((row) => ({ row, values })),
        nothing,
      )
    )
      return;
  }
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `c${String(n + 1)}` }));

describe('the chain of the audit', () => {
  it('holds for rows that nobody touched, whatever is in them', async () => {
    const { store, verify } = await setup();
    expect(await verify()).toMatchObject({ rows: 0, firstBroken: undefined });
    await add(store, [...numbered(2_500), { tool: '"\n\\ü🧰', args: null, server: null, latencyMs: 0 }]);
    const { head } = await store.audit.ends();
    expect(await verify()).toEqual({
      rows: 2_501,
      from: { seq: 0, hash: '0'.repeat(64) },
      to: expect.objectContaining(head) as object,
      firstBroken: undefined,
    });
  });

  it.each(auditColumns.filter((column) => column !== 'seq'))(
    'tells which row it was whose %s somebody changed',
    async (column) => {
      const { store, sql, verify } = await setup();
      await add(store, numbered(5));
      sql(
        `update audit_log set ${column} = case when typeof(${column}) = 'integer' then ${column} + 1 else 'x' end where seq = 3`,
      );
      expect(await verify()).toMatchObject({
        rows: 2,
        to: { seq: 2 },
        firstBroken: { seq: 3, reason: 'changed' },
      });
    },
  );

  it('tells a trace that somebody added, changed or took away', async () => {
    const { store, sql, verify } = await setup();
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    await add(store, [{ traceId: null }, { traceId }, { traceId }]);
    expect(await verify()).toMatchObject({ rows: 3, firstBroken: undefined });
    sql('update audit_log set trace_id = null where seq = 3');
    expect(await verify()).toMatchObject({ firstBroken: { seq: 3 } });
    sql("update audit_log set trace_id = 'x' where seq = 2");
    expect(await verify()).toMatchObject({ firstBroken: { seq: 2 } });
    sql(`update audit_log set trace_id = '${traceId}' where seq = 1`);
    expect(await verify()).toMatchObject({ firstBroken: { seq: 1 } });
  });

  it('tells a digest that somebody added or took away', async () => {
    const { store, sql, verify } = await setup();
    await add(store, [{ args: null }, { args: null }, {}]);
    sql("update audit_log set args_digest = 'x' where seq = 1");
    expect(await verify()).toMatchObject({ firstBroken: { seq: 1 } });
    sql('update audit_log set args_digest = null where seq in (1, 3)');
    expect(await verify()).toMatchObject({ firstBroken: { seq: 3 } });
  });

  it.each([
    ['a row that was taken out', 'delete from audit_log where seq = 3', { seq: 3, reason: 'missing' }],
    [
      'a row with another number',
      'update audit_log set seq = 99 where seq = 3',
      { seq: 3, reason: 'missing' },
    ],
    [
      'two rows that changed places',
      'update audit_log set seq = -3 where seq = 3; update audit_log set seq = 3 where seq = 4; update audit_log set seq = 4 where seq = -3',
      { seq: 3, reason: 'changed' },
    ],
    ['an end that was cut off', 'delete from audit_log where seq > 3', { seq: 4, reason: 'missing' }],
    ['a beginning that was cut off', 'delete from audit_log where seq < 3', { seq: 1, reason: 'missing' }],
    ['all rows gone', 'delete from audit_log', { seq: 1, reason: 'missing' }],
    [
      'a row that was added',
      'insert into audit_log select 6, id, at, principal, principal_name, via, server, tool, tool_digest, policy, decision, approval, args_digest, args_bytes, result_digest, result_bytes, outcome, latency_ms, attempts, missing, has_values, prev_hash, hash, trace_id from audit_log where seq = 5',
      { seq: 6, reason: 'added' },
    ],
    ['another head', "update audit_chain set hash = 'x' where name = 'head'", { seq: 5, reason: 'changed' }],
    ['no head', "delete from audit_chain where name = 'head'", { seq: 1, reason: 'added' }],
    ['another base', "update audit_chain set seq = 2 where name = 'base'", { seq: 3, reason: 'changed' }],
    [
      'all of it called forgotten',
      "update audit_chain set seq = 5 where name = 'base'",
      { seq: 5, reason: 'missing' },
    ],
  ])('tells of %s', async (_, tampering, firstBroken) => {
    const { store, sql, verify } = await setup();
    await add(store, numbered(5));
    sql(tampering);
    expect((await verify()).firstBroken).toMatchObject(firstBroken);
  });

  it('still holds when its beginning was forgotten, also while it is looked at', async () => {
    const { store, verify } = await setup();
    const old = new Date(0).toISOString();
    await add(store, [...numbered(1_500).map((entry) => ({ ...entry, at: old })), ...numbered(2_000)]);
    const [report] = await Promise.all([verify(), store.audit.forget('2000'), store.audit.forget('2000')]);
    expect(report.firstBroken).toBeUndefined();
    while ((await store.audit.forget('2000')) > 0);
    expect(await verify()).toMatchObject({ rows: 2_000, from: { seq: 1_500 }, firstBroken: undefined });
  });

  it('lets others run while it is read, verified or searched', async () => {
    const { store, verify } = await setup('memory');
    await add(store, numbered(6_000));
    const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
      let turns = 0;
      let isDone = false;
      const count = (): void => {
        turns += 1;
        if (!isDone) setImmediate(count);
      };
      setImmediate(count);
      await work();
      isDone = true;
      return turns;
    };
    expect(await turnsDuring(verify)).toBeGreaterThanOrEqual(6);
    const rare = { filter: { server: 'nowhere' }, limit: 10 };
    expect(await turnsDuring(() => store.audit.list(rare))).toBeGreaterThanOrEqual(2);
  });

  it('is one for all hubs on a PostgreSQL', async () => {
    const database = await createDatabase(inject('postgresUrl'), `audit-${randomUUID()}`);
    const dataDir = createTempDir();
    const [one, other] = [await setup(database, dataDir), await setup(database, dataDir)];
    const many = (hub: string) => Array.from({ length: 40 }, (_, n) => [{ id: `${hub}${String(n)}` }]);
    const write = async ({ store }: typeof one, hub: string) => {
      for (const entries of many(hub)) await add(store, entries);
    };
    await Promise.all([write(one, 'a'), write(other, 'b')]);
    expect(await other.verify()).toMatchObject({ rows: 80, firstBroken: undefined });
    const ids = (await one.store.audit.after(0, 100)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(80);
  });
});

describe('calls that a killed hub left behind', () => {
  it('are written down once, though two hubs find them together', async () => {
    const database = await createDatabase(inject('postgresUrl'), `audit-${randomUUID()}`);
    const dataDir = createTempDir();
    const hubs = [await setup(database, dataDir), await setup(database, dataDir)];
    const at = new Date('2026-01-01');
    const left = Array.from({ length: 1_200 }, (_, n) => {
      const id = `c${String(n)}`;
      return { id, principal: 'key:root', via: 'mcp', server: 's', tool: 't', at };
    });
    await hubs[0]?.store.intents.write(left);
    const before = new Date('2026-01-02');
    const settled = await Promise.all(
      hubs.map(({ store }) =>
        settleAbandoned({ intents: store.intents, store: store.audit, digest }, before),
      ),
    );
    expect(settled.flat()).toHaveLength(1_200);
    expect(await hubs[1]?.verify()).toMatchObject({ rows: 1_200, firstBroken: undefined });
    const rows = (await hubs[0]?.store.audit.after(0, 2_000)) ?? [];
    expect(new Set(rows.map(({ id, outcome }) => `${id} ${outcome}`)).size).toBe(1_200);
    expect(rows[0]).toMatchObject({ outcome: 'OUTCOME_UNKNOWN', via: 'mcp', server: 's', tool: 't' });
  });
});

describe('kept arguments and results', () => {
  const values = { arguments: '{"note":"plain words"}', result: '{"content":"more plain words"}' };

  it('are sealed, and sealed anew when keys are rotated', async () => {
    const { store, dataDir } = await setup();
    await add(store, [{ hasValues: true }, { hasValues: true }], values);
    expect(await store.vault.rotate()).toMatchObject({ resealed: 2, removedKeys: 1, unreadable: 0 });
    expect(await store.audit.valuesOf([1, 2])).toEqual(new Map([1, 2].map((seq) => [seq, values])));
    for (const file of readdirSync(dataDir))
      expect(readFileSync(join(dataDir, file)).includes('plain words')).toBe(false);
  });

  it('do not open in the place of others', async () => {
    const { store, sql } = await setup();
    await add(store, [{ hasValues: true }, { hasValues: true }], values);
    sql("delete from secrets where owner like '%1'; update secrets set owner = replace(owner, '2', '1')");
    expect(await store.audit.valuesOf([1, 2])).toEqual(new Map());
  });

  it('go with their rows and nothing else does', async () => {
    const { store } = await setup();
    await add(store, [{ hasValues: true, at: new Date(0).toISOString() }, { hasValues: true }], values);
    await store.audit.forget('2000');
    expect(await store.vault.rotate()).toMatchObject({ resealed: 1 });
  });
});
