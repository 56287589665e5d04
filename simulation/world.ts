import { Journal } from './journal.ts';
import { Ledger } from './ledger.ts';
import { createRandom } from './random.ts';
import { createSeededHub } from './seeded-hub.ts';
import { createMembers, takeStatus, type Member } from './seeded-servers.ts';
import { VirtualTime } from './virtual-time.ts';

/** Everything of one seed. */
export type World = ReturnType<typeof createWorld>;

export function createWorld(seed: number) {
  const random = createRandom(seed);
  const time = new VirtualTime();
  const journal = new Journal(seed, () => time.elapsedMs);
  const ledger = new Ledger(journal);
  const members = createMembers({ random, time, journal, ledger });
  const byName = new Map<string, Member>(members.map((member) => [member.server.name, member]));
  const memberOf = (name: string): Member => {
    const found = byName.get(name);
    if (!found) throw new Error(`There is no server ${name}.`);
    return found;
  };
  const hubTimers = time.timers();
  let attempts = 0;
  const hub = createSeededHub({
    time,
    timers: hubTimers,
    random: random.fork(),
    connector: (open) => ((attempts += 1), memberOf(open.server.name).upstream.connect(open)),
    onStatus: ({ name }, { status }) => takeStatus(memberOf(name), status, journal),
    onCalled: () => {},
  });
  const timers = time.timers();
  return { random, time, timers, hubTimers, journal, ledger, members, hub, attempts: () => attempts };
}
