import type { CatalogRecord, CatalogStore, ServerStore } from '@patchbay/core';
import { expect, it } from 'vitest';
import { aCatalogRecord, aServer } from '../builders.ts';
import { describePort, type Opened } from './describe-port.ts';

export interface CatalogPorts {
  readonly catalog: CatalogStore;
  readonly servers: ServerStore;
}

/** What any CatalogStore must do. */
export function describeCatalogStore(name: string, open: () => Promise<Opened<CatalogPorts>>): void {
  describePort(`CatalogStore on ${name}`, open, (ports) => {
    const saved = async (record: CatalogRecord): Promise<readonly CatalogRecord[]> => {
      await ports().servers.add(aServer());
      await ports().catalog.save(record);
      return ports().catalog.list();
    };

    it('returns what was saved, field by field [B-21]', async () => {
      const record = aCatalogRecord();
      expect(await saved(record)).toEqual([record]);
    });

    it('keeps one record for each server, the last one', async () => {
      await saved(aCatalogRecord());
      const failed = aCatalogRecord({ syncStatus: 'SYNC_FAILED', syncError: 'It is away.' });
      await ports().catalog.save(failed);
      expect(await ports().catalog.list()).toEqual([failed]);
    });

    it('tells a server that was never read from one that offers nothing', async () => {
      const record = aCatalogRecord({ offer: null, syncStatus: 'NEVER_SYNCED', lastSyncedAt: null });
      expect(await saved(record)).toEqual([record]);
    });

    it('keeps whatever characters a server uses', async () => {
      const offer = { ...aCatalogRecord().offer, tools: [{ name: 'odd', description: '\u0000 \ud800 🧰' }] };
      const record = aCatalogRecord({ offer: offer as CatalogRecord['offer'] });
      expect(await saved(record)).toEqual([record]);
    });

    it('forgets the record with its server, and takes none for a server that is gone', async () => {
      await saved(aCatalogRecord());
      await ports().servers.remove(aServer().name);
      expect(await ports().catalog.list()).toEqual([]);
      await ports().catalog.save(aCatalogRecord());
      expect(await ports().catalog.list()).toEqual([]);
    });
  });
}
