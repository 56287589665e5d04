import type { PrincipalId, ProfileName, ProfileStore } from '@patchbay/core';
import { expect, it } from 'vitest';
import { aProfile } from '../builders.ts';
import { describePort, type Opened } from './describe-port.ts';

const later = { by: 'key:other' as PrincipalId, at: new Date('2026-02-01T00:00:00Z') };

/** What every ProfileStore does. */
export function describeProfileStore(name: string, open: () => Promise<Opened<ProfileStore>>): void {
  describePort(`profiles kept by ${name}`, open, (profiles) => {
    it('are given back as they were added, by name', async () => {
      const whole = aProfile({
        name: 'b',
        title: 'Büro',
        servers: ['git*', 'x'],
        tools: { allow: ['git*.*'], deny: ['*.delete_*'] },
        naming: 'bare',
        overrides: { 'github.create_issue': { name: 'file_bug', description: 'Files\na bug.' } },
        search: { enabled: true, pinned: ['github.*'] },
        instructions: 'Ask first.',
        access: { roles: ['operator'], principals: ['key:1'] },
      });
      await profiles().add(whole);
      await profiles().add(aProfile({ name: 'a' }));
      await profiles().add(aProfile({ name: 'Z' }));
      const kept = await profiles().list();
      expect(kept.map((profile) => profile.name)).toEqual(['Z', 'a', 'b']);
      expect(kept.at(-1)).toEqual(whole);
    });

    it('have their names to themselves', async () => {
      const added = await Promise.all(['1', '2', '3'].map((title) => profiles().add(aProfile({ title }))));
      expect(added.toSorted()).toEqual(['added', 'exists', 'exists']);
      expect(await profiles().list()).toHaveLength(1);
    });

    it('are changed only by who read them last, and keep when they were made', async () => {
      const first = aProfile();
      await profiles().add(first);
      expect(await profiles().update({ ...first, title: 'one', updated: later })).toBe('updated');
      expect(await profiles().update({ ...first, title: 'two' })).toBe('changed-meanwhile');
      expect(await profiles().list()).toEqual([{ ...first, title: 'one', updated: later, revision: 2 }]);
      expect(await profiles().update(aProfile({ name: 'nobody' }))).toBe('changed-meanwhile');
    });

    it('go when they are removed, and report it', async () => {
      await profiles().add(aProfile());
      expect(await profiles().remove('nobody' as ProfileName)).toBe(false);
      expect(await profiles().remove(aProfile().name)).toBe(true);
      expect(await profiles().list()).toEqual([]);
    });
  });
}
