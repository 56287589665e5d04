import type { JsonObject } from '@patchbay/contracts';
import { eventsOf } from './events.ts';
import type { Ledger } from './ledger.ts';
import type { Carrier, WireClientOptions } from './wire-client.ts';

/** The transport of 2024-11-05: whatever is posted, the answers come on the one stream. */
export async function openSse({ url, key }: WireClientOptions, ledger: Ledger): Promise<Carrier> {
  const headers = { Authorization: `Bearer ${key}` };
  const over = new AbortController();
  const { signal } = over;
  const { body } = await fetch(`${url}/sse`, { headers, signal });
  if (!body) throw new Error('there is no stream');
  const events = eventsOf(body);
  const first = await events.next();
  if (first.done === true || first.value.event !== 'endpoint') throw new Error('there is no endpoint');
  const endpoint = `${url}${first.value.data}`;
  const hearing = (async () => {
    for await (const { data } of events) ledger.hear(JSON.parse(data) as JsonObject);
  })().catch(() => {}); // it ends with us
  const posted = new Set<Promise<unknown>>();
  return {
    send(message) {
      const done: Promise<unknown> = fetch(endpoint, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(message),
      })
        .then(async (response) => {
          const text = await response.text();
          if (!response.ok) throw new Error(`${String(response.status)} ${text}`);
        })
        .catch((error: unknown) => ledger.fail(message, error))
        .finally(() => posted.delete(done));
      posted.add(done);
    },
    async close() {
      await Promise.all(posted);
      over.abort();
      await hearing;
    },
  };
}
