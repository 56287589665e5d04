import { credentialsSchema } from '@patchbay/contracts';
import type { ServerName, ServerStore } from '@patchbay/core';
import { expect, it } from 'vitest';
import { aServer } from '../builders.ts';
import { describePort, type Opened } from './describe-port.ts';

const named = (text: string): ServerName => text as ServerName;
const credentials = credentialsSchema.parse({
  bearerToken: 'ghp_token',
  headers: { 'X-Team': 'platform' },
  env: { LOG_LEVEL: 'info' },
});

/** What any ServerStore must do. */
export function describeServerStore(name: string, open: () => Promise<Opened<ServerStore>>): void {
  describePort(`ServerStore on ${name}`, open, (servers) => {
    it('returns what was added, field by field', async () => {
      const server = aServer({
        title: 'GitHub',
        description: 'Issues and pull requests',
        version: '1.2.3',
        transport: { kind: 'http', url: 'https://example.com/mcp', verifySsl: false },
        autoConnect: false,
        source: 'file',
      });
      await servers().add(server);
      expect(await servers().find(named('github'))).toEqual(server);
    });

    it('gives the credentials back as they were', async () => {
      await servers().add(aServer({ credentials }));
      const found = (await servers().find(named('github')))?.credentials;
      expect(found?.bearerToken?.reveal()).toBe('ghp_token');
      expect(found?.headers['X-Team']?.reveal()).toBe('platform');
      expect(found?.env['LOG_LEVEL']?.reveal()).toBe('info');
    });

    it('finds nothing under a name that nobody has [A-32]', async () => {
      expect(await servers().find(named('nobody'))).toBeUndefined();
      expect(await servers().update(aServer({ name: 'nobody' }))).toBe('missing');
      expect(await servers().remove(named('nobody'))).toBe(false);
    });

    it('lists by name in byte order', async () => {
      for (const name of ['b', 'a', 'Z', 'a-1', 'a_1']) await servers().add(aServer({ name }));
      expect((await servers().list()).map((server) => server.name)).toEqual(['Z', 'a', 'a-1', 'a_1', 'b']);
    });

    it('refuses a second server of the same name and keeps the first', async () => {
      const first = aServer({ title: 'first', credentials });
      await servers().add(first);
      expect(await servers().add(aServer({ title: 'second', id: 'other' }))).toBe(false);
      const listed = await servers().list();
      expect(listed).toEqual([first]);
      expect(listed[0]?.credentials.bearerToken?.reveal()).toBe('ghp_token');
    });

    it('counts revisions, and writes only over the one that was read', async () => {
      await servers().add(aServer());
      expect(await servers().update(aServer({ title: 'mine' }))).toBe('updated');
      expect(await servers().update(aServer({ title: 'theirs' }))).toBe('changed-meanwhile');
      expect(await servers().find(named('github'))).toMatchObject({ title: 'mine', revision: 2 });
    });

    it('lets one of many updates of the same revision win', async () => {
      await servers().add(aServer());
      const tries = Array.from({ length: 8 }, (_, n) => servers().update(aServer({ title: String(n) })));
      const outcomes = await Promise.all(tries);
      expect(outcomes.filter((outcome) => outcome === 'updated')).toHaveLength(1);
    });

    it('leaves what is sealed alone when the one who writes could not open it', async () => {
      await servers().add(aServer({ credentials }));
      const seen = aServer({
        title: 'new',
        credentialsLost: true,
        transport: { kind: 'http', url: 'https://example.com', verifySsl: true },
      });
      expect(await servers().update(seen)).toBe('updated');
      const found = await servers().find(named('github'));
      expect(found).toEqual(aServer({ title: 'new', credentials, revision: 2 }));
      expect(found?.credentials.bearerToken?.reveal()).toBe('ghp_token');
    });

    it('replaces and removes credentials with the server they belong to', async () => {
      await servers().add(aServer({ credentials }));
      await servers().update(aServer({ credentials: credentialsSchema.parse({}) }));
      expect((await servers().find(named('github')))?.credentials).toEqual(credentialsSchema.parse({}));
      expect(await servers().remove(named('github'))).toBe(true);
      await servers().add(aServer());
      expect((await servers().find(named('github')))?.credentials.bearerToken).toBeNull();
    });
  });
}
