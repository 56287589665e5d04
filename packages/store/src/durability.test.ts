import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { createTempDir } from '@patchbay/testkit';
import { createDatabase, startPostgres, type Postgres } from '@patchbay/testkit/postgres';
import { describe, expect, it } from 'vitest';
import { openStore } from './open-store.ts';

const child = join(import.meta.dirname, '..', 'faults', 'write-until-killed.ts');
const kills = 100;
/** Acknowledged writes that a writer lives to see: counted, so that a slow machine does not make it fewer. */
const shortestLife = 20;
const longestLife = 60;

interface Place {
  readonly database: string;
  readonly dataDir: string;
}

/** Starts a writer, lets it see a random number of its writes acknowledged, and kills it. */
async function killOne(
  { database, dataDir }: Place,
  round: number,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const args = [child, database, dataDir, `r${String(round)}`, notesIn(dataDir)];
  const writer = spawn('node', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(writer, 'exit');
  const life = shortestLife + Math.random() * (longestLife - shortestLife);
  await Promise.race([hasSaid(writer.stdout, 1), ended]);
  await meanwhile();
  await Promise.race([hasSaid(writer.stdout, life), ended]);
  await delay(Math.random() * 3); // not always right after an answer
  writer.kill('SIGKILL');
  const [, signal] = await ended;
  expect(signal, 'the writer must live until it is killed').toBe('SIGKILL');
}

/** Resolves when so many more characters have come. */
async function hasSaid(stream: Readable, atLeast: number): Promise<void> {
  for (let count = 0; count < atLeast;) {
    const [chunk] = (await once(stream, 'data')) as [Buffer];
    count += chunk.length;
  }
}

/** The names of all writes that were acknowledged to writers who were killed. */
async function killMany(place: Place, meanwhile: (round: number) => Promise<void>): Promise<string[]> {
  for (let round = 0; round < kills; round += 1) await killOne(place, round, () => meanwhile(round));
  return readFileSync(notesIn(place.dataDir), 'utf8').trim().split('\n');
}

function notesIn(dataDir: string): string {
  return join(dataDir, 'acknowledged');
}

/** Names and tokens that should be there but are not, that are torn, or that were written twice. */
async function findDamage(place: Place, acknowledged: readonly string[]) {
  const store = await openStore({ ...place, masterPasswords: [], clock: { now: () => new Date() } });
  const servers = await store.servers.list();
  await store.close();
  const stored = new Map<string, string | undefined>(
    servers.map(({ name, credentials }) => [name, credentials.bearerToken?.reveal()]),
  );
  return {
    lost: acknowledged.filter((name) => !name.startsWith('!') && !stored.has(name)),
    torn: [...stored].filter(([name, token]) => token !== `token of ${name}`),
    twice: acknowledged.filter((name) => name.startsWith('!')),
  };
}

const none = { lost: [], torn: [], twice: [] };

describe.concurrent('an acknowledged write', { timeout: 900_000 }, () => {
  it(`survives ${String(kills)} kills of the process on SQLite`, async ({ onTestFinished }) => {
    const place = { database: 'sqlite', dataDir: createTempDir(onTestFinished) };
    const acknowledged = await killMany(place, async () => {});
    expect(acknowledged.length).toBeGreaterThan(2_000);
    expect(await findDamage(place, acknowledged)).toEqual(none);
    const db = new DatabaseSync(join(place.dataDir, 'patchbay.db'));
    expect(db.prepare('pragma quick_check').all()).toEqual([{ quick_check: 'ok' }]);
    db.close();
  });

  it(`survives ${String(kills)} kills of the process, and restarts and crashes of PostgreSQL`, async ({
    onTestFinished,
  }) => {
    const postgres = await startPostgres({ durable: true });
    onTestFinished(() => postgres.stop());
    const database = await createDatabase(postgres.adminUrl, `durable-${randomUUID()}`);
    const place = { database, dataDir: createTempDir(onTestFinished) };
    const acknowledged = await killMany(place, (round) => restartSometimes(postgres, round));
    expect(acknowledged.length).toBeGreaterThan(2_000);
    expect(await findDamage(place, acknowledged)).toEqual(none);
  });
});

/** Every fifth writer sees its server crash and come back, or restart in good order. */
async function restartSometimes(postgres: Postgres, round: number): Promise<void> {
  if (round % 10 === 4) await postgres.restart('immediate');
  if (round % 10 === 9) await postgres.restart('fast');
}
