import type { DayCount, LimitStore } from '@patchbay/core';
import { expect, it } from 'vitest';
import { describePort, type Opened } from './describe-port.ts';

const count = (rule: string, principal: string, calls: number): DayCount => ({ rule, principal, calls });
const inOrder = (counts: readonly DayCount[]) =>
  counts.toSorted((a, b) => (`${a.rule} ${a.principal}` < `${b.rule} ${b.principal}` ? -1 : 1));

/** What any LimitStore must do. */
export function describeLimitStore(name: string, open: () => Promise<Opened<LimitStore>>): void {
  describePort(`LimitStore on ${name}`, open, (limits) => {
    it('adds to what is there, and says what there is now', async () => {
      const added = await limits().add('2026-01-31', [count('a', 'key:x', 2), count('a', '', 1)]);
      expect(inOrder(added)).toEqual([count('a', '', 1), count('a', 'key:x', 2)]);
      expect(await limits().add('2026-01-31', [count('a', 'key:x', 3)])).toEqual([count('a', 'key:x', 5)]);
      expect(inOrder(await limits().list('2026-01-31'))).toEqual([count('a', '', 1), count('a', 'key:x', 5)]);
    });

    it('takes away what is given back', async () => {
      await limits().add('2026-01-31', [count('a', 'key:x', 2)]);
      expect(await limits().add('2026-01-31', [count('a', 'key:x', -1)])).toEqual([count('a', 'key:x', 1)]);
    });

    it('loses nothing when several add at once', async () => {
      const both = [count('a', 'key:x', 1), count('a', 'key:y', 1)];
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => limits().add('2026-01-31', n % 2 ? both : both.toReversed())),
      );
      expect(inOrder(await limits().list('2026-01-31'))).toEqual([
        count('a', 'key:x', 20),
        count('a', 'key:y', 20),
      ]);
    });

    it('keeps a day and the one before', async () => {
      for (const day of ['2026-01-30', '2026-01-31', '2026-02-01'])
        await limits().add(day, [count('a', 'key:x', 1)]);
      expect(await limits().list('2026-01-30')).toEqual([]);
      expect(await limits().list('2026-01-31')).toHaveLength(1);
      expect(await limits().list('2026-02-01')).toHaveLength(1);
    });

    it('takes hundreds at once', async () => {
      const many = Array.from({ length: 450 }, (_, n) => count('a', `key:${String(n)}`, n + 1));
      expect(inOrder(await limits().add('2026-01-31', many))).toEqual(inOrder(many));
      expect(await limits().list('2026-01-31')).toHaveLength(450);
    });
  });
}
