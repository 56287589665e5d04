import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient, type Client } from '@patchbay/client';
import { createTempDir } from '@patchbay/testkit';
import { createDatabase } from '@patchbay/testkit/postgres';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { eventually, httpServer } from '../support/fixtures.ts';
import { readKeyFile, startHubProcess, type HubProcess } from '../support/hub-process.ts';
import { modelAt, modelProvider, serverAt, type Replies } from '../support/run-hub.ts';

const killer = join(import.meta.dirname, '..', '..', 'packages', 'store', 'faults', 'kill-at-write.ts');
/** Many lives of whole processes. */
const timeout = 900_000;

/** One tool that may be called and one about which somebody is asked; both have an effect that must not happen twice. */
const replies: Replies = [
  { when: { turn: 1 }, call: [{ tool: 'free__counter' }] },
  { when: { turn: 2 }, call: [{ tool: 'asked__counter' }] },
  { when: { turn: 3 }, say: 'All done.' },
];

async function makePlace(engine: 'sqlite' | 'postgres') {
  const folder = createTempDir();
  const [free, asked, provider] = await Promise.all([httpServer(), httpServer(), modelProvider(replies)]);
  const database =
    engine === 'sqlite' ? engine : await createDatabase(inject('postgresUrl'), `killed-${randomUUID()}`);
  const config = {
    database,
    mcp: { servers: [serverAt('free', free), serverAt('asked', asked)] },
    models: [modelAt(provider)],
    agents: [{ name: 'helper', model: 'm', approval: 'ALWAYS_ALLOW' }],
    policies: [{ server: 'asked', tool: '*', policy: 'ASK_USER' }],
  };
  writeFileSync(join(folder, 'patchbay.yaml'), JSON.stringify(config));
  const effects = (): readonly number[] => [free.count, asked.count];
  const mayHaveRun = (): boolean =>
    JSON.stringify(provider.seen.at(-1)?.body.messages).includes('It may have run');
  return { folder, database, effects, mayHaveRun };
}

type Place = Awaited<ReturnType<typeof makePlace>>;

interface Death {
  readonly atWrite: number;
  readonly isAfter: boolean;
}

async function start({ folder, database }: Place, { atWrite, isAfter }: Death) {
  if (database !== 'sqlite') await endLeases(database);
  const preload = `${pathToFileURL(killer).href}?at=${String(atWrite)}&after=${String(isAfter)}`;
  const env = { NODE_OPTIONS: `--import=${preload}` };
  const hub = await startHubProcess({ folder, env });
  return { hub, admin: createClient({ url: hub.url ?? '', key: readKeyFile(folder).key }) };
}

/** As half a minute would: on PostgreSQL another hub may be at work on a run, so its lease is waited for. */
async function endLeases(database: string): Promise<void> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query(`do $$ begin update runs set leased_until = null;
    exception when undefined_table then null; end $$`);
  await client.end();
}

/** Somebody who approves what waits, until the run has ended or the hub is dead. */
async function seeThrough(admin: Client, hub: HubProcess, id: string) {
  let isDead = false;
  void hub.ended.then(() => (isDead = true));
  const look = async (): Promise<string> => {
    if (isDead) return 'dead';
    const { status, waitsFor } = await admin.getRun({ params: { id } });
    for (const approval of waitsFor)
      await admin.answerApproval({ params: { id: approval }, body: { approved: true } }).catch(() => {});
    return status;
  };
  await eventually(look).toMatch(/SUCCEEDED|FAILED|CANCELLED|dead/);
}

/** The run that a hub before this one did not end, if there is one. */
async function findUnended(admin: Client): Promise<string | undefined> {
  const runs = await admin.listRuns();
  return runs.find(({ status }) => !['SUCCEEDED', 'FAILED', 'CANCELLED'].includes(status))?.id;
}

/** What was left undone is done, each effect once, and where nobody can know that, the model was told. */
async function expectDone(
  admin: Client,
  place: Place,
  { id, before }: { id: string; before: readonly number[] },
) {
  expect(await admin.getRun({ params: { id } })).toMatchObject({
    status: 'SUCCEEDED',
    answer: 'All done.',
    toolCalls: 2,
  });
  const made = place.effects().map((count, at) => count - (before[at] ?? 0));
  if (place.mayHaveRun()) expect(Math.max(...made)).toBeLessThanOrEqual(1);
  else expect(made).toEqual([1, 1]);
}

/**
 * One life: what the life before left is brought to its end, then a new run is begun, in which the hub is killed. Resolves
 * with what it said when it was killed; undefined when the run had fewer writes than that.
 */
async function live(place: Place, death: Death, counts: { before: readonly number[] }) {
  const { hub, admin } = await start(place, death);
  const left = await findUnended(admin);
  if (left !== undefined) {
    await seeThrough(admin, hub, left);
    await expectDone(admin, place, { id: left, before: counts.before });
  }
  counts.before = place.effects();
  const begun = await admin.startRun({ body: { input: 'Go.' } }).catch(() => undefined);
  if (begun) await seeThrough(admin, hub, begun.id);
  const killed = /killed .*/.exec(hub.err())?.[0];
  if (killed === undefined && begun) {
    await expectDone(admin, place, { id: begun.id, before: counts.before });
    await hub.stop();
  }
  await hub.ended;
  return killed ?? /killed .*/.exec(hub.err())?.[0];
}

describe('a run in a hub that is killed', () => {
  it.each([
    ['sqlite', 'before', () => false],
    ['sqlite', 'after', () => true],
    ['postgres', 'before or after', (atWrite: number) => atWrite % 2 === 0],
  ] as const)(
    'has the same answer after the restart, and every effect once: %s, %s each write',
    async (engine, _, isAfter) => {
      const place = await makePlace(engine);
      const counts = { before: place.effects() };
      const deaths: string[] = [];
      for (let atWrite = 1; ; atWrite += 1) {
        const death = await live(place, { atWrite, isAfter: isAfter(atWrite) }, counts);
        if (death === undefined) break;
        deaths.push(death);
        process.stderr.write(death + '\n');
      }
      const all = deaths.join('\n');
      expect(deaths.length).toBeGreaterThan(15);
      for (const what of [
        'insert into runs',
        'update runs',
        'insert into call_intents',
        'insert into audit_log',
        'insert into approvals',
        'update approvals',
        'insert into run_waits',
      ])
        expect(all).toContain(what);
    },
    timeout,
  );
});
