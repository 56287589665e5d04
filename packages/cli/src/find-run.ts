import type { Client } from '@patchbay/client';
import { fail } from '@patchbay/contracts';

/** By its id, or by the beginning of it where only one of the last ones has that. */
export async function findRunId(hub: Client, id: string): Promise<string> {
  if (id.length === 36) return id;
  const found = (await hub.listRuns({ query: { limit: 200 } })).filter((run) => run.id.startsWith(id));
  const [only, ...others] = found;
  if (only && others.length === 0) return only.id;
  throw fail('RUN_NOT_FOUND', { id });
}
