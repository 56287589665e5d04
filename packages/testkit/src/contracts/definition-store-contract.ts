import type { DefinitionStore, Named, PrincipalId, StoredDefinition } from '@patchbay/core';
import { expect, it } from 'vitest';
import { describePort, type Opened } from './describe-port.ts';

const by = { by: 'key:me' as PrincipalId, at: new Date('2026-01-01T00:00:00.000Z') };

/** What any DefinitionStore must do, with one that it can keep and another that differs from it only in the name. */
export function describeDefinitionStore<Entry extends Named>(
  name: string,
  open: () => Promise<Opened<DefinitionStore<Entry>>>,
  { one, changed }: { readonly one: (name: string) => Entry; readonly changed: (entry: Entry) => Entry },
): void {
  const stored = (id: string, revision = 1): StoredDefinition<Entry> => ({
    ...one(id),
    source: 'api',
    revision,
    created: by,
    updated: by,
  });
  describePort(`DefinitionStore on ${name}`, open, (port) => {
    it('gives back, field by field, what was added, by name', async () => {
      expect(await port().add(stored('b'))).toBe('added');
      expect(await port().add(stored('a'))).toBe('added');
      expect(await port().list()).toEqual([stored('a'), stored('b')]);
    });

    it('takes a name once', async () => {
      await port().add(stored('a'));
      expect(await port().add({ ...stored('a'), ...changed(one('a')) })).toBe('exists');
      expect(await port().list()).toEqual([stored('a')]);
    });

    it('replaces only what the writer has read', async () => {
      await port().add(stored('a'));
      const next = { ...stored('a'), ...changed(one('a')) };
      expect(await port().update(next)).toBe('updated');
      expect(await port().update(stored('a'))).toBe('changed-meanwhile');
      expect(await port().list()).toEqual([{ ...next, revision: 2 }]);
    });

    it('removes one, and says whether it was there', async () => {
      await port().add(stored('a'));
      await port().add(stored('b'));
      expect([await port().remove('a'), await port().remove('a')]).toEqual([true, false]);
      expect(await port().list()).toEqual([stored('b')]);
      expect(await port().update(stored('a'))).toBe('changed-meanwhile');
    });
  });
}
