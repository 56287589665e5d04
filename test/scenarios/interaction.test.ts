import { describe, expect, it } from 'vitest';
import {
  callAsking,
  clients,
  connectClient,
  form,
  listRoots,
  sample,
  servers,
  startInteractiveHub,
  visit,
  type ServerKind,
} from '../support/interactive.ts';

/** A legacy server is refused, and says so; a modern one never asks, and its call fails as its client's era has it. */
const refusals: Readonly<Record<string, unknown>> = {
  'modern modern': expect.objectContaining({ code: -32_021 }),
  'legacy modern': expect.stringContaining('cannot be asked that'),
  'modern legacy': { a: expect.objectContaining({ code: -32_601 }) },
  'legacy legacy': { a: expect.objectContaining({ code: -32_601 }) },
};

const eraOf = (kind: string): string => kind.split(' ')[0] ?? '';

describe.each(Object.keys(servers) as ServerKind[])('a %s server that asks', (serverKind) => {
  it('asks clients of every era over every transport', async () => {
    const hub = await startInteractiveHub(serverKind);
    for (const [at, clientKind] of clients.entries()) {
      const seen: unknown[] = [];
      const client = await connectClient(hub, clientKind, {
        elicit(params) {
          seen.push(params['mode'] ?? 'form');
          return params['mode'] === 'url'
            ? { action: 'accept' }
            : { action: 'accept', content: { name: params['message'] as string } }; // a form has one
        },
      });
      expect(await callAsking(client, [{ a: form('Who?') }, { b: visit(undefined, 'e-1') }])).toEqual({
        a: { action: 'accept', content: { name: 'Who?' } },
        b: { action: 'accept' },
      });
      expect(seen).toEqual(['form', 'url']);
      expect(await callAsking(client, [{ c: sample, d: listRoots }, { e: form('And?') }])).toMatchObject({
        c: { role: 'assistant', content: { type: 'text', text: 'Sampled.' } },
        d: { roots: [{ uri: 'file:///work', name: 'work' }] },
        e: { content: { name: 'And?' } },
      });
      const prompt = await client.getPrompt({ name: 'one__asks' });
      expect(JSON.stringify(prompt.messages)).toContain('Your name?');
      const read = await client.readResource({ uri: 'fixture://asks' });
      expect(JSON.stringify(read.contents)).toContain('Your name?');
      expect(hub.upstream.count).toBe(2 * (at + 1));
    }
  });

  it('hears no from those who say no, and from those who cannot be asked', async () => {
    const hub = await startInteractiveHub(serverKind);
    for (const clientKind of clients) {
      const declining = await connectClient(hub, clientKind, { elicit: () => ({ action: 'decline' }) });
      expect(await callAsking(declining, [{ a: form() }])).toEqual({ a: { action: 'decline' } });
      const mute = await connectClient(hub, clientKind, { capabilities: {} });
      const answer = await callAsking(mute, [{ a: form() }]).catch((error: unknown) => error);
      expect(answer).toEqual(refusals[`${eraOf(clientKind)} ${eraOf(serverKind)}`]);
    }
  });
});
