import {
  chainUp,
  genesis,
  type AuditEntry,
  type AuditFilter,
  type AuditRow,
  type AuditStore,
  type ChainLink,
  type KeptRow,
} from '@patchbay/core';
import { expect, it } from 'vitest';
import { anAuditEntry } from '../builders.ts';
import { plainDigest } from '../plain-digest.ts';
import { describePort, type Opened } from './describe-port.ts';

const nothing = { ended: [], unknown: [] };
const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const seqs = (rows: readonly AuditRow[]): number[] => rows.map(({ seq }) => seq);

/** What any AuditStore must do. */
export function describeAuditStore(name: string, open: () => Promise<Opened<AuditStore>>): void {
  describePort(`AuditStore on ${name}`, open, (audit) => {
    async function add(...entries: Partial<AuditEntry>[]): Promise<AuditRow[]> {
      const { head } = await audit().ends();
      const rows = chainUp(head, entries.map(anAuditEntry), plainDigest);
      const kept = rows.map((row): KeptRow => ({ row }));
      expect(await audit().append(head, kept, nothing)).toBe(true);
      return rows;
    }
    const list = (filter: AuditFilter = {}, limit = 100) => audit().list({ filter, limit });
    const linkOf = ({ seq, hash }: AuditRow | ChainLink): ChainLink => ({ seq, hash });

    it('gives back every field of what was written, in the order of the chain', async () => {
      const [full, empty] = [
        anAuditEntry(),
        anAuditEntry({
          server: null,
          toolDigest: null,
          args: null,
          result: null,
          policy: null,
          hasValues: true,
        }),
      ];
      const rows = await add(full, empty);
      expect(await audit().after(0, 10)).toEqual(rows);
      expect(await audit().hashAt(2)).toBe(rows[1]?.hash);
      expect(await audit().hashAt(3)).toBeUndefined();
    });

    it('begins at nothing, and ends with the last row', async () => {
      expect(await audit().ends()).toEqual({ base: genesis, head: genesis, top: 0 });
      const rows = await add({}, {});
      expect(await audit().ends()).toEqual({ base: genesis, head: linkOf(rows[1] ?? genesis), top: 2 });
    });

    it('writes nothing after a head that is another by now', async () => {
      const [row] = chainUp(genesis, [anAuditEntry()], plainDigest);
      await add({});
      const wrongHash = { seq: 1, hash: genesis.hash };
      for (const head of [genesis, wrongHash])
        expect(await audit().append(head, row ? [{ row }] : [], nothing)).toBe(false);
      expect(await audit().after(0, 10)).toHaveLength(1);
    });

    it('is added to by one of two who try together', async () => {
      const attempts = ['one', 'other'].map((id) => {
        const rows = chainUp(genesis, [anAuditEntry({ id })], plainDigest);
        return audit().append(
          genesis,
          rows.map((row) => ({ row })),
          nothing,
        );
      });
      expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);
    });

    it('lists the newest first, and goes on where a page ended', async () => {
      await add({ at: at(1) }, { at: at(3) }, { at: at(2) }, { at: at(3) });
      const first = await list({}, 2);
      expect(seqs(first)).toEqual([4, 2]);
      expect(seqs(await audit().list({ filter: {}, after: first[1], limit: 9 }))).toEqual([3, 1]);
    });

    it('finds those that fit, whatever is asked for', async () => {
      await add(
        { at: at(1), id: 'c1', approval: 'a1', traceId: '0af7651916cd43dd8448eb211c80319c' },
        { at: at(2), id: 'c2', server: 'time', tool: 'now', via: 'mcp' },
        { at: at(3), id: 'c3', principal: 'key:other', outcome: 'CALL_DENIED', decision: 'deny' },
      );
      const wanted: readonly (readonly [AuditFilter, number[]])[] = [
        [{ from: at(2) }, [3, 2]],
        [{ to: at(2) }, [1]],
        [{ from: at(1), to: at(2) }, [1]],
        [{ call: 'c2' }, [2]],
        [{ principal: 'key:other' }, [3]],
        [{ server: 'time' }, [2]],
        [{ tool: 'now' }, [2]],
        [{ outcome: 'CALL_DENIED' }, [3]],
        [{ via: 'mcp' }, [2]],
        [{ decision: 'deny' }, [3]],
        [{ approval: 'a1' }, [1]],
        [{ trace: '0af7651916cd43dd8448eb211c80319c' }, [1]],
        [{ approval: 'a1', via: 'mcp' }, []],
      ];
      for (const [filter, found] of wanted)
        expect([filter, seqs(await list(filter))]).toEqual([filter, found]);
    });

    it('finds few among many', async () => {
      const many = Array.from({ length: 11_000 }, (_, n) => ({
        id: `c${String(n)}`,
        server: `s${String(n % 5_500)}`,
      }));
      await add(...many);
      expect((await list({ server: 's7' })).map(({ id }) => id)).toEqual(['c5507', 'c7']);
      expect((await list({ server: 's7' }, 1)).map(({ id }) => id)).toEqual(['c5507']);
    });

    it('keeps values where they were given', async () => {
      const rows = chainUp(genesis, [anAuditEntry({ hasValues: true }), anAuditEntry()], plainDigest);
      const values = { arguments: '{"a":"ü"}', result: null };
      await audit().append(
        genesis,
        rows.map((row, n): KeptRow => (n === 0 ? { row, values } : { row })),
        nothing,
      );
      expect(await audit().valuesOf([1, 2])).toEqual(new Map([[1, values]]));
      expect(await audit().valuesOf([])).toEqual(new Map());
    });

    it('forgets the beginning as long as it is older, and remembers where that ended', async () => {
      const rows = await add({ at: at(1) }, { at: at(2) }, { at: at(5) }, { at: at(3) }, { at: at(6) });
      expect(await audit().forget(at(4))).toBe(2);
      expect(seqs(await audit().after(0, 10))).toEqual([3, 4, 5]);
      expect((await audit().ends()).base).toEqual(linkOf(rows[1] ?? genesis));
      expect(await audit().forget(at(4))).toBe(0);
      expect(await audit().forget(at(9))).toBe(3);
      const last = linkOf(rows[4] ?? genesis);
      expect(await audit().ends()).toEqual({ base: last, head: last, top: 5 });
      expect(seqs(await add({}))).toEqual([6]);
    });

    it('forgets values with their rows', async () => {
      const rows = chainUp(genesis, [anAuditEntry({ at: at(1) }), anAuditEntry({ at: at(3) })], plainDigest);
      const values = { arguments: '{}', result: null };
      await audit().append(
        genesis,
        rows.map((row) => ({ row, values })),
        nothing,
      );
      await audit().forget(at(2));
      expect(await audit().valuesOf([1, 2])).toEqual(new Map([[2, values]]));
    });
  });
}
