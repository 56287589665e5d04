import { spawn } from 'node:child_process';
import { hash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { settleAbandoned, verifyChain, type AuditRow } from '@patchbay/core';
import { createTempDir } from '@patchbay/testkit';
import { createDatabase } from '@patchbay/testkit/postgres';
import { describe, expect, inject, it } from 'vitest';
import { openStore, type Store } from './open-store.ts';

const child = join(import.meta.dirname, '..', 'faults', 'call-until-killed.ts');
const kills = 8;
const digest = { sha256: (text: string) => hash('sha256', text) };
const inTheFuture = new Date('2100-01-01');

interface Place {
  readonly database: string;
  readonly dataDir: string;
}

async function killOne({ database, dataDir }: Place, effects: string): Promise<void> {
  const hub = spawn('node', [child, database, dataDir, effects], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(hub, 'exit');
  const life = 50 + Math.random() * 500;
  for (let said = 0; said < life;) {
    const [chunk] = (await once(hub.stdout, 'data')) as [Buffer];
    said += chunk.length;
  }
  await delay(Math.random() * 30); // anywhere between two writes of the audit
  hub.kill('SIGKILL');
  const [, signal] = await ended;
  expect(signal, 'it must live until it is killed').toBe('SIGKILL');
}

async function readAll({ audit }: Store): Promise<AuditRow[]> {
  const rows: AuditRow[] = [];
  for (;;) {
    const page = await audit.after(rows.at(-1)?.seq ?? 0, 1_000);
    if (page.length === 0) return rows;
    rows.push(...page);
  }
}

/** Before anything is settled: every effect has a note or a row, and none has both. */
async function findHoles(store: Store, effects: readonly string[]) {
  const open = new Set((await store.intents.listOpen(inTheFuture, 100_000)).map(({ id }) => id));
  const told = new Set((await readAll(store)).map(({ id }) => id));
  return {
    lost: effects.filter((id) => !open.has(id) && !told.has(id)),
    twice: [...open].filter((id) => told.has(id)),
    noted: open.size,
  };
}

describe.concurrent('an effect', () => {
  it.for(['SQLite', 'PostgreSQL'])(
    `is on disk as a note or as a row of the audit, whenever the hub is killed, on %s`,
    async (name, { onTestFinished }) => {
      const database =
        name === 'SQLite'
          ? 'sqlite'
          : await createDatabase(inject('postgresUrl'), `audit-kill-${randomUUID()}`);
      const place = { database, dataDir: createTempDir(onTestFinished) };
      const file = join(place.dataDir, 'effects');
      let noted = 0;
      for (let kill = 0; kill < kills; kill += 1) {
        await killOne(place, file);
        const store = await openStore({ ...place, masterPasswords: [], clock: { now: () => new Date() } });
        const effects = readFileSync(file, 'utf8').trim().split('\n');
        const holes = await findHoles(store, effects);
        expect(holes).toMatchObject({ lost: [], twice: [] });
        noted += holes.noted;
        const deps = { intents: store.intents, store: store.audit, digest };
        expect(await settleAbandoned(deps, inTheFuture)).toHaveLength(holes.noted);
        const rows = await readAll(store);
        expect(effects.filter((id) => !rows.some((row) => row.id === id))).toEqual([]);
        expect(await verifyChain(deps)).toMatchObject({ rows: rows.length, firstBroken: undefined });
        await store.close();
      }
      expect(noted, 'some must have been killed on their way').toBeGreaterThan(0);
    },
  );
});
