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

/** Which write of which kind it is at which the hub is killed, and whether it still gets to the disk. */
interface Death {
  readonly label: string;
  readonly nth: number;
  readonly isAfter: boolean;
}

async function start({ folder, database }: Place, death: Death | undefined) {
  if (database !== 'sqlite') await endLeases(database);
  const preload = pathToFileURL(killer);
  if (death) {
    preload.searchParams.set('label', death.label);
    preload.searchParams.set('nth', String(death.nth));
    preload.searchParams.set('after', String(death.isAfter));
  }
  const hub = await startHubProcess({ folder, env: { NODE_OPTIONS: `--import=${preload.href}` } });
  return { hub, admin: createClient({ url: hub.url ?? '', key: readKeyFile(folder).key }) };
}

type Life = Awaited<ReturnType<typeof start>>;

/** As half a minute would: on PostgreSQL another hub may be at work on a run, so its lease is waited for. */
async function endLeases(database: string): Promise<void> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query(`do $$ begin update runs set leased_until = null;
    exception when undefined_table then null; end $$`);
  await client.end();
}

/** Somebody who approves what waits, until the run has ended or the hub is dead. */
async function seeThrough(admin: Client, hub: HubProcess, id: string): Promise<void> {
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

/** What a life left behind: its run, if the hub could still say which, and what had taken effect before it. */
interface Left {
  readonly id: string | undefined;
  readonly before: readonly number[];
}

/** What was left undone is done, each effect once; whether nobody can know that, so that the model was told. */
async function settle(place: Place, { hub, admin }: Life, left: Left): Promise<boolean> {
  const id = left.id ?? (await admin.listRuns()).find(({ status }) => status !== 'SUCCEEDED')?.id;
  if (id === undefined) return false; // it was killed before there was a run, and who asked was not told that there is one
  await seeThrough(admin, hub, id);
  const ended = await admin.getRun({ params: { id } });
  expect(ended).toMatchObject({ status: 'SUCCEEDED', answer: 'All done.', toolCalls: 2 });
  const made = place.effects().map((count, at) => count - (left.before[at] ?? 0));
  const isUnknown = place.mayHaveRun();
  if (isUnknown) expect(Math.max(...made)).toBeLessThanOrEqual(1);
  else expect(made).toEqual([1, 1]);
  return isUnknown;
}

/** One life of a hub: it brings to an end what the one before left, then begins a run, in which it may be killed. */
async function live(place: Place, left: Left | undefined, death?: Death) {
  const life = await start(place, death);
  const { hub, admin } = life;
  const isUnknown = left !== undefined && (await settle(place, life, left));
  const before = place.effects();
  const begun = await admin.startRun({ body: { input: 'Go.' } }).catch(() => undefined);
  if (begun) await seeThrough(admin, hub, begun.id);
  await hub.stop(); // if it still lives
  return { left: { id: begun?.id, before }, said: hub.err(), isUnknown };
}

/** Submitted, claimed, a step of any kind, an effect that is noted, a question, and its answer, which is then used up. */
const kinds = [
  'insert into runs',
  'update runs.worker returning id',
  'update runs.steps',
  'insert into call_intents',
  'insert into approvals',
  'update approvals.status',
];

/** Every write of these kinds that a hub made, by its kind and its number among those. */
function writesIn(said: string): { readonly label: string; readonly nth: number }[] {
  const wrote = [...said.matchAll(/^wrote (.*)$/gm)].map(([, label]) => label);
  return kinds.flatMap((label) => {
    const count = wrote.filter((one) => one === label).length;
    return Array.from({ length: count }, (_, at) => ({ label, nth: at + 1 }));
  });
}

describe('a run in a hub that is killed', () => {
  it.each([
    ['sqlite', 'before', () => false],
    ['sqlite', 'after', () => true],
    ['postgres', 'before or after', (nth: number) => nth % 2 === 0],
  ] as const)(
    'has the same answer after the restart, and every effect once: %s, %s each write',
    async (engine, _, isAfter) => {
      const place = await makePlace(engine);
      let life = await live(place, undefined);
      const writes = writesIn(life.said);
      let unknown = 0;
      expect(new Set(writes.map(({ label }) => label))).toEqual(new Set(kinds));
      for (const write of writes) {
        life = await live(place, life.left, { ...write, isAfter: isAfter(write.nth) });
        expect(life.said).toMatch(/^killed (?:before|after) /m);
        unknown += Number(life.isUnknown);
      }
      unknown += Number((await live(place, life.left)).isUnknown);
      expect(unknown).toBeLessThanOrEqual(4); // only between the note of one of two effects and its result
    },
    timeout,
  );
});
