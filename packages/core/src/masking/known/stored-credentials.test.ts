import { credentialsSchema, fail } from '@patchbay/contracts';
import { aServer, createFakeUpstream, createMemoryServerStore } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { Connector } from '../../connections/link.ts';
import type { ServerName } from '../../ids.ts';
import type { Server } from '../../servers/server.ts';
import { maskFailures } from './mask-failures.ts';
import { createStoredCredentials } from './stored-credentials.ts';
import { watchCredentials } from './watch-credentials.ts';

const shown = '[MASKED_CREDENTIAL]';
const withToken = (bearerToken: string): Server =>
  aServer({ credentials: credentialsSchema.parse({ bearerToken }) });

function setup() {
  const credentials = createStoredCredentials(['hub-secret-1']);
  const store = watchCredentials(createMemoryServerStore(), credentials);
  return { credentials, store, mask: (text: string) => credentials.values().mask(text) };
}

describe('credentials in the store', () => {
  it('are masked from the moment that they are stored, beside those of the hub', async () => {
    const { store, mask } = setup();
    expect(mask('token-one hub-secret-1')).toBe(`token-one ${shown}`);
    const adding = store.add(withToken('token-one'));
    expect(mask('token-one')).toBe(shown);
    await adding;
    expect(mask('token-one')).toBe(shown);
  });

  it('are masked when they change, and those from before until they are out of the store', async () => {
    const { store, mask } = setup();
    await store.add(withToken('token-one'));
    await store.list();
    await store.update(withToken('token-two'));
    expect(mask('token-one token-two')).toBe(`${shown} ${shown}`);
    await store.list();
    expect(mask('token-one token-two')).toBe(`token-one ${shown}`);
    await store.remove('github' as ServerName);
    await store.list();
    expect(mask('token-two')).toBe('token-two');
  });

  it('are not forgotten because of a listing from before they came', async () => {
    const { credentials, store, mask } = setup();
    await store.add(withToken('token-one'));
    const before = await store.list();
    await store.update(withToken('token-two'));
    credentials.know(before);
    expect(mask('token-two')).toBe(shown);
  });

  it('are looked for by the same means until they change', async () => {
    const { credentials, store } = setup();
    await store.add(withToken('token-one'));
    await store.list();
    const values = credentials.values();
    await store.list();
    expect(credentials.values()).toBe(values);
  });

  it('may be those of a server that is only tried', () => {
    const { credentials } = setup();
    const mask = credentials.maskFor(withToken('token-tried'));
    expect(mask('token-tried hub-secret-1')).toBe(`${shown} ${shown}`);
  });
});

describe('what a connection says when it fails', () => {
  const server = withToken('token-one');
  const ears = { onListChanged() {}, onNews() {} };
  const open = { server, timeoutMs: 1_000, signal: new AbortController().signal, ...ears };
  const masked = (connect: Connector) => maskFailures(connect, setup().credentials.maskFor)(open);

  it('has no credential in it when it cannot be opened', async () => {
    const opening = masked(async () => {
      throw fail('MCP_CONNECTION_FAILED', { serverId: 'github', reason: 'bad token-one', phase: 'not-sent' });
    });
    await expect(opening).rejects.toMatchObject({
      message: expect.stringContaining(`bad ${shown}`) as string,
      data: { reason: `bad ${shown}`, phase: 'not-sent' },
    });
  });

  it('has none in its reason and in the last words when it ends', async () => {
    const { connector } = createFakeUpstream();
    const end = { reason: 'said token-one', isOurs: false, lastWords: 'bad token-one' };
    const link = await masked(async (opened) => ({
      ...(await connector(opened)),
      ended: Promise.resolve(end),
    }));
    expect(await link.ended).toEqual({ reason: `said ${shown}`, isOurs: false, lastWords: `bad ${shown}` });
  });

  it('has none in an answer that is an error, nor in what a request fails with', async () => {
    const upstream = createFakeUpstream();
    upstream.onCall = () => ({ error: { code: -1, message: 'no token-one' } });
    const link = await masked(upstream.connector);
    const ask = { method: 'tools/call', timeoutMs: 1_000 };
    expect(await link.request(ask)).toEqual({ error: { code: -1, message: `no ${shown}` } });
    upstream.onCall = () => new Promise(() => {});
    const asked = link.request(ask);
    upstream.kill('lost token-one');
    await expect(asked).rejects.toMatchObject({ data: { reason: `lost ${shown}` } });
  });
});
