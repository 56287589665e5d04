import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bindingOf, type Approval } from '@patchbay/core';
import { anApproval, createManualClock } from '@patchbay/testkit';
import { createDatabase } from '@patchbay/testkit/postgres';
import { describe, expect, inject, it } from 'vitest';
import { openStore, type Store } from './open-store.ts';

const clock = createManualClock();
const [approvals, racers] = [1_000, 8];
/** So many are fought over at once, as if many people clicked in the same second. */
const atOnce = 50;

const engines: Record<string, () => Promise<readonly [string, string?]>> = {
  SQLite: async () => ['sqlite'],
  'two hubs on one PostgreSQL': async () => {
    const url = await createDatabase(inject('postgresUrl'), `races-${randomUUID()}`);
    return [url, url];
  },
};

describe.each(Object.entries(engines))('%s', (_, createEmpty) => {
  it('has one winner for each approval, however many want to use, withdraw or expire it', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'patchbay-races-'));
    const open = (database: string) => openStore({ database, dataDir, masterPasswords: [], clock });
    const [one, other] = await createEmpty();
    const first = await open(one);
    const hubs: Hubs = [first, other === undefined ? first : await open(other)];
    const ids = Array.from({ length: approvals }, (__, n) => `a${String(n)}`);
    const wins: number[] = [];
    while (ids.length > 0)
      wins.push(...(await Promise.all(ids.splice(0, atOnce).map((id) => fight(hubs, id)))));
    expect(wins).toEqual(Array.from({ length: approvals }, () => 1));
    const noted = await first.intents.listOpen(new Date('2027-01-01'), approvals + 1);
    const used = await first.approvals.list({ statuses: ['USED'], limit: approvals });
    expect(noted).toHaveLength(used.length);
    expect(used.length).toBeGreaterThan(0);
    for (const store of new Set(hubs)) await store.close();
    rmSync(dataDir, { recursive: true });
  });
});

type Hubs = readonly [Store, Store];

/** How many of those who wanted it got it. */
async function fight(hubs: Hubs, id: string): Promise<number> {
  const approved = anApproval({ id, status: 'APPROVED' });
  await hubs[0].approvals.add(approved, approvals);
  const racing = Array.from({ length: racers }, (_, n) => race(n % 2 === 0 ? hubs[0] : hubs[1], approved, n));
  return (await Promise.all(racing)).filter(Boolean).length;
}

/** Most want to send the call; some give it up. */
function race({ approvals: store }: Store, approved: Approval, n: number): Promise<boolean> {
  if (n % 4 === 3) return store.move({ ...approved, status: n > 4 ? 'WITHDRAWN' : 'EXPIRED' }, 'APPROVED');
  const { id, principal, via, server, tool } = approved;
  const at = new Date(approved.askedAt.getTime() + 1);
  return store.use(bindingOf(approved), {
    id: `${id}-${String(n)}`,
    principal: principal.id,
    via,
    server,
    tool,
    at,
  });
}
