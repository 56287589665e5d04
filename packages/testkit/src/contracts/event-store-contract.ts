import type { EventStore, NewEvent } from '@patchbay/core';
import { expect, it } from 'vitest';
import { describePort, type Opened } from './describe-port.ts';

const at = new Date('2026-06-01T12:00:00.000Z');
const started = (version: string): NewEvent => ({ name: 'hub.started', data: { version }, at });

const keepNewest = 30;

/** What any EventStore must do. */
export function describeEventStore(
  name: string,
  open: (keepNewest: number) => Promise<Opened<EventStore>>,
): void {
  const openSmall = () => open(keepNewest);
  describePort(`EventStore on ${name}`, openSmall, (events) => {
    it('starts at nothing', async () => {
      expect(await events().latestId()).toBe(0);
      expect(await events().after(0, 10)).toEqual([]);
    });

    it('returns events in the order they were appended, with growing ids', async () => {
      await events().append([started('1'), started('2')]);
      await events().append([started('3')]);
      const all = await events().after(0, 10);
      expect(all.map(({ data }) => data)).toEqual([{ version: '1' }, { version: '2' }, { version: '3' }]);
      expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => a - b));
      expect(all[0]).toMatchObject({ name: 'hub.started', at });
    });

    it('returns what came after an id, no more than asked for', async () => {
      await events().append(['1', '2', '3', '4'].map(started));
      const [first] = await events().after(0, 1);
      const next = await events().after(first?.id ?? 0, 2);
      expect(next.map(({ data }) => data)).toEqual([{ version: '2' }, { version: '3' }]);
    });

    it('knows the latest id', async () => {
      await events().append([started('1'), started('2')]);
      expect((await events().after(0, 10)).at(-1)?.id).toBe(await events().latestId());
    });

    it('keeps the newest and counts on', async () => {
      const versions = Array.from({ length: 3 * keepNewest }, (_, n) => String(n));
      await events().append([started('old')]);
      for (const version of versions) await events().append([started(version)]);
      const left = await events().after(0, 10 * keepNewest);
      const newest = versions.slice(-keepNewest);
      expect(left.map(({ data }) => data)).toEqual(newest.map((version) => ({ version })));
      expect(left.at(-1)?.id).toBe(await events().latestId());
      expect(await events().latestId()).toBeGreaterThan(3 * keepNewest);
    });

    it('shows no event before one with a smaller id, however many append at once', async () => {
      const appending = Array.from({ length: 20 }, (_, n) => events().append([started(String(n))]));
      const seen: number[] = [];
      let last = 0;
      const read = async () => {
        for (const { id } of await events().after(last, 100)) {
          last = id;
          seen.push(id);
        }
      };
      for (const append of appending) {
        await append;
        await read();
      }
      expect(new Set(seen).size).toBe(20);
    });
  });
}
