import { createClient } from '@patchbay/client';
import { describe, expect, it } from 'vitest';
import { startTestHub } from '../support/test-hub.ts';

/** Reads until the text has what is looked for, or the stream ends; then leaves. */
async function readUntil(response: Response, wanted: string): Promise<string> {
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += new TextDecoder().decode(chunk);
    if (text.includes(wanted)) break;
  }
  return text;
}

const idsIn = (text: string): string[] => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id = '']) => id);

describe('the stream of events', () => {
  it('ends with the key that opened it', async () => {
    const { url, admin } = await startTestHub();
    const { id, key } = await admin.createKey({ body: { name: 'watcher', roles: ['admin'] } });
    const stream = (await createClient({ url, key }).events()) as Response;
    await admin.createKey({ body: { name: 'seen', roles: ['viewer'] } });
    let text = '';
    let revoked: Promise<unknown> | undefined;
    for await (const chunk of stream.body ?? []) {
      text += new TextDecoder().decode(chunk);
      if (text.includes('"seen"')) revoked ??= admin.revokeKey({ params: { id } });
    }
    await revoked;
    expect(text).toContain('"seen"');
    expect(text).not.toContain('key.revoked');
  });

  it('goes on after the last event that a reader has seen', async () => {
    const { url, admin, adminKey } = await startTestHub();
    for (const name of ['one', 'two', 'three']) await admin.createKey({ body: { name, roles: ['viewer'] } });
    const open = (headers: Record<string, string>, query = '') =>
      fetch(`${url}/api/events${query}`, { headers: { Authorization: `Bearer ${adminKey}`, ...headers } });
    const all = idsIn(await readUntil(await open({}, '?after=0'), '"three"'));
    const [, second = ''] = all;
    const resumed = await readUntil(await open({ 'Last-Event-ID': second }, '?after=0'), '"three"');
    expect(idsIn(resumed)).toEqual(all.slice(2));
  });
});
