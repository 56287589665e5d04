import {
  genesis,
  type AuditFilter,
  type AuditRow,
  type AuditStore,
  type AuditValues,
  type ChainLink,
} from '@patchbay/core';
import { createMemoryIntentStore, type MemoryIntentStore } from './memory-intent-store.ts';

const forgottenAtOnce = 1_000;

export function createMemoryAuditStore(intents: MemoryIntentStore = createMemoryIntentStore()): AuditStore {
  let rows: AuditRow[] = [];
  const values = new Map<number, AuditValues>();
  let base: ChainLink = genesis;
  let head: ChainLink = genesis;
  return {
    ends: async () => ({ base, head, top: rows.at(-1)?.seq ?? base.seq }),
    async append(expected, kept, settled) {
      if (expected.seq !== head.seq || expected.hash !== head.hash) return false;
      for (const { row, values: own } of kept) {
        rows.push(row);
        if (own) values.set(row.seq, own);
      }
      const last = rows.at(-1);
      if (last) head = toLink(last);
      intents.settle(settled);
      return true;
    },
    hashAt: async (seq) => rows.find((row) => row.seq === seq)?.hash,
    list: async ({ filter, after, limit }) =>
      rows
        .filter((row) => matches(row, filter) && (!after || compare(row, after) < 0))
        .toSorted((a, b) => compare(b, a))
        .slice(0, limit),
    after: async (seq, limit) => rows.filter((row) => row.seq > seq).slice(0, limit),
    valuesOf: async (seqs) => new Map([...values].filter(([seq]) => seqs.includes(seq))),
    async forget(before) {
      const oldest = rows.slice(0, forgottenAtOnce);
      const young = oldest.findIndex(({ at }) => at >= before);
      const old = young === -1 ? oldest : oldest.slice(0, young);
      const last = old.at(-1);
      if (last) base = toLink(last);
      for (const { seq } of old) values.delete(seq);
      rows = rows.slice(old.length);
      return old.length;
    },
  };
}

function toLink({ seq, hash }: ChainLink): ChainLink {
  return { seq, hash };
}

type Place = Pick<AuditRow, 'at' | 'seq'>;

function compare(a: Place, b: Place): number {
  return a.at === b.at ? a.seq - b.seq : a.at < b.at ? -1 : 1;
}

function matches(row: AuditRow, { from, to, call, trace, ...others }: AuditFilter): boolean {
  const isInTime = (from === undefined || row.at >= from) && (to === undefined || row.at < to);
  const wanted = Object.entries({ ...others, id: call, traceId: trace }).filter(
    ([, value]) => value !== undefined,
  );
  return (
    isInTime && wanted.every(([name, value]) => row[name as keyof typeof others | 'id' | 'traceId'] === value)
  ); // same names
}
