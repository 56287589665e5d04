import { describe, expect, it } from 'vitest';
import { countOf } from '../support/fixtures.ts';
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

const kinds = Object.keys(servers) as ServerKind[];
const pairs = clients.flatMap((client) => kinds.map((server) => [client, server] as const));

describe.each(pairs)('a %s client and a %s server that asks', (clientKind, serverKind) => {
  it('talk with each other through the hub', async () => {
    const hub = await startInteractiveHub(serverKind);
    const seen: unknown[] = [];
    const client = await connectClient(hub, clientKind, {
      elicit(params) {
        seen.push(params['mode'] ?? 'form');
        return params['mode'] === 'url'
          ? { action: 'accept' }
          : { action: 'accept', content: { name: String(params['message']) } };
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
    expect(hub.upstream.count).toBe(2);
  });

  it('are told apart when the client says no, and when it cannot be asked', async () => {
    const hub = await startInteractiveHub(serverKind);
    const declining = await connectClient(hub, clientKind, { elicit: () => ({ action: 'decline' }) });
    expect(await callAsking(declining, [{ a: form() }])).toEqual({ a: { action: 'decline' } });
    const mute = await connectClient(hub, clientKind, {}, {});
    const answer = callAsking(mute, [{ a: form() }]);
    if (serverKind.startsWith('legacy')) expect(await answer).toMatchObject({ a: { code: -32_601 } });
    else if (clientKind.startsWith('legacy')) expect(await answer).toContain('cannot be asked that');
    else await expect(answer).rejects.toMatchObject({ code: -32_021 });
    expect(countOf(hub.upstream, 'tools/call')).toBeGreaterThan(1);
  });
});
