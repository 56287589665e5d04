import type { PinStore, PrincipalId, ServerName, Sighting } from '@patchbay/core';
import { expect, it } from 'vitest';
import { describePort, type Opened } from './describe-port.ts';

const noon = new Date('2026-06-01T12:00:00.000Z');
const later = new Date('2026-06-02T12:00:00.000Z');
const server = 'github' as ServerName;
const ada = 'key:ada' as PrincipalId;

function aSighting(digest: string, overrides: Partial<Sighting> & { name?: string } = {}): Sighting {
  const { name = 'echo', ...others } = overrides;
  return { server, definition: { name, description: digest }, digest, at: noon, ...others };
}

const sorted = async (pins: PinStore) => (await pins.list()).toSorted((a, b) => (a.tool < b.tool ? -1 : 1));

/** What any PinStore must do. */
export function describePinStore(name: string, open: () => Promise<Opened<PinStore>>): void {
  describePort(`PinStore on ${name}`, open, (pins) => {
    it('takes the first definition as it comes, and keeps it whatever is seen later', async () => {
      await pins().note([aSighting('d1')], true);
      await pins().note([aSighting('d2', { at: later })], true);
      const accepted = { digest: 'd1', at: noon, by: null };
      expect(await pins().list()).toEqual([{ server, tool: 'echo', accepted, seen: 'd2' }]);
      expect(await pins().definitionOf(server, 'echo')).toEqual({ name: 'echo', description: 'd1' });
    });

    it('accepts nothing by itself where that is not wanted, until it is', async () => {
      await pins().note([aSighting('d1')], false);
      expect(await pins().list()).toEqual([{ server, tool: 'echo', accepted: null, seen: 'd1' }]);
      expect(await pins().definitionOf(server, 'echo')).toBeUndefined();
      await pins().note([aSighting('d2', { at: later })], true);
      expect((await pins().list())[0]?.accepted).toEqual({ digest: 'd2', at: later, by: null });
    });

    it('accepts what somebody has looked at, known before or not', async () => {
      await pins().note([aSighting('d1')], true);
      await pins().accept([aSighting('d2', { at: later }), aSighting('x1', { name: 'new', at: later })], ada);
      expect(await sorted(pins())).toEqual([
        { server, tool: 'echo', accepted: { digest: 'd2', at: later, by: ada }, seen: 'd2' },
        { server, tool: 'new', accepted: { digest: 'x1', at: later, by: ada }, seen: 'x1' },
      ]);
      expect(await pins().definitionOf(server, 'echo')).toMatchObject({ description: 'd2' });
    });

    it('never undoes what somebody accepted by noting what another hub saw before', async () => {
      await pins().note([aSighting('d1')], true);
      await pins().accept([aSighting('d2')], ada);
      await pins().note([aSighting('d1', { at: later })], true);
      expect((await pins().list())[0]).toMatchObject({ accepted: { digest: 'd2', by: ada }, seen: 'd1' });
    });

    it('has another stamp whenever something is accepted, and the same while nothing is', async () => {
      const stamps = [await pins().stamp()];
      await pins().note([aSighting('d1')], true);
      stamps.push(await pins().stamp());
      await pins().note([aSighting('d2')], true);
      expect(await pins().stamp()).toBe(stamps[1]);
      await pins().accept([aSighting('d2')], ada);
      stamps.push(await pins().stamp());
      await pins().accept([aSighting('d1')], ada);
      stamps.push(await pins().stamp());
      expect(new Set(stamps).size).toBe(4);
    });

    it('keeps servers and tools apart, whatever their names are', async () => {
      const names = ['a', 'A', 'a\u0000b', '\ud800', 'x'.repeat(5_000), "'; drop table tool_pins"];
      await pins().note(
        names.map((tool) => aSighting('d1', { name: tool })),
        true,
      );
      await pins().note([aSighting('d1', { name: 'a', server: 'other' as ServerName })], true);
      const listed = (await pins().list()).filter((pin) => pin.server === server).map(({ tool }) => tool);
      expect(new Set(listed)).toEqual(new Set(names));
      expect(await pins().definitionOf(server, '\ud800')).toEqual({ name: '\ud800', description: 'd1' });
    });

    it('takes hundreds at once, and none', async () => {
      const many = Array.from({ length: 320 }, (_, n) => aSighting('d1', { name: `t${String(n)}` }));
      await pins().note(many, true);
      await pins().accept(many, ada);
      await pins().accept([], ada);
      expect(await pins().list()).toHaveLength(320);
    });
  });
}
