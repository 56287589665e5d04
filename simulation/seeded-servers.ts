import { serverSettingsSchema } from '@patchbay/contracts';
import type { Server } from '@patchbay/core';
import { aServer } from '@patchbay/testkit';
import { temperaments } from './fates.ts';
import type { Journal } from './journal.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';
import { SeededUpstream } from './seeded-upstream.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A server of the hub, what stands behind it, and what has been seen of both. */
export interface Member {
  readonly server: Server;
  readonly upstream: SeededUpstream;
  /** When it was dialled, and when a person asked for that, within the last ten minutes. */
  readonly attempts: number[];
  readonly wishes: number[];
  /** Whether the last attempt led to an answer: such a one does not count. */
  isPaidOff: boolean;
  /** Connections that are only there to see whether it works. */
  checks: number;
  /** Whether the last who spoke about its connection wants one. */
  isWanted: boolean;
  status: string;
}

/** Its calls must never notice the others. */
export const healthyName = 'healthy';

/** The time between two probes, that of one, and some. */
const noticedMs = 25_000;
const windowMs = 600_000;
/** Of one server in ten minutes, beside what people asked for. */
const mostAttempts = 35;

export interface MembersDeps {
  readonly random: Random;
  readonly time: VirtualTime;
  readonly journal: Journal;
  readonly ledger: Ledger;
}

/** One that is always well, and a few of which each has its own way of failing. */
export function createMembers(deps: MembersDeps): readonly Member[] {
  const kinds = Object.keys(temperaments) as (keyof typeof temperaments)[]; // its own keys
  const others = Array.from({ length: deps.random.between(2, 4) }, (_, at) => {
    const kind = kinds[deps.random.between(0, kinds.length - 1)] ?? 'moody';
    return createMember(deps, `${kind}-${String(at)}`, kind);
  });
  return [createMember(deps, healthyName, undefined), ...others];
}

function createMember(deps: MembersDeps, name: string, kind: keyof typeof temperaments | undefined): Member {
  const { random, time, journal, ledger } = deps;
  const settings = serverSettingsSchema.parse({
    retry: { ambiguous: random.pick({ 'safe-only': 8, always: 1, never: 1 }) },
    trustAnnotations: random.isChosen(0.5),
  });
  const upstream = new SeededUpstream({
    name,
    random: random.fork(),
    timers: time.timers(),
    now: () => time.elapsedMs,
    temperament: kind && temperaments[kind],
    onEffect: (call) => ledger.effect(call),
    onAttempt: () => countAttempt(member, time.elapsedMs, journal),
    onAnswer: () => payOff(member),
    note: (who, what) => journal.note(who, what),
  });
  const server = aServer({ name, settings });
  const member: Member = {
    server,
    upstream,
    attempts: [],
    isPaidOff: false,
    wishes: [],
    checks: 0,
    isWanted: true,
    status: 'PENDING',
  };
  return member;
}

function payOff(member: Member): void {
  if (!member.isPaidOff) member.attempts.pop();
  member.isPaidOff = true;
}

function countAttempt(member: Member, now: number, journal: Journal): void {
  const { server, attempts, wishes } = member;
  member.isPaidOff = false;
  journal.note(server.name, 'dialled');
  attempts.push(now);
  for (const times of [attempts, wishes]) while ((times[0] ?? now) < now - windowMs) times.shift();
  if (attempts.length > mostAttempts + wishes.length)
    journal.accuse(`A10: ${server.name} was dialled ${String(attempts.length)} times in ten minutes`);
}

/** What the hub says of it now. What a person ended, only a person begins again. */
export function takeStatus(member: Member, status: string, journal: Journal): void {
  const { server, isWanted } = member;
  if (member.status === status) return;
  member.status = status;
  journal.note(server.name, status);
  if (status === 'CONNECTING' && !isWanted)
    journal.accuse(`${server.name} came back though somebody ended it`);
}

/** What must be so whenever nothing is under way in the same instant. */
export function checkMember({ server, upstream, status, checks }: Member, journal: Journal): void {
  const [open, links] = [upstream.openLinks, upstream.links];
  if (links > 1 + checks) journal.accuse(`${server.name} has ${String(links)} links at once`);
  if (status === 'CONNECTED' && open === 0) journal.accuse(`${server.name} is CONNECTED without a link`);
  if (status !== 'CONNECTED' && status !== 'CONNECTING' && open > checks)
    journal.accuse(`${server.name} is ${status} and has an open link`);
  if (status === 'CONNECTED' && upstream.silentMs > noticedMs)
    journal.accuse(`${server.name} is CONNECTED and does not answer`);
}
