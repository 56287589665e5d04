import { PatchbayError } from '@patchbay/contracts';
import { aCatalogRecord, aPrincipal, createSmallHub } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { Link } from '../connections/link.ts';
import type { ServerName } from '../ids.ts';
import type { Owner } from './offered.ts';
import { Watches } from './watches.ts';

/** A server `one` that has every URI, and a link to it that notes what it is asked to watch. */
async function setup(capabilities: object = { resources: { subscribe: true } }) {
  const { connections, addServer } = createSmallHub();
  const { server } = await addServer('one', []);
  const owners: readonly Owner[] = [{ server: 'one' as ServerName, own: 'x://a' }];
  const ownersOf = (uri: string): readonly Owner[] => (uri === 'x://none' ? [] : owners);
  const record = aCatalogRecord({ serverId: server.id });
  const offer = record.offer && { ...record.offer, capabilities: { ...capabilities } };
  const watches = new Watches({
    connections,
    catalog: { record: () => ({ ...record, offer }) },
    offers: { bookFor: () => ({ ownersOf }) },
  });
  const asked: (readonly string[])[] = [];
  const link: Pick<Link, 'watch' | 'ended'> = {
    watch: (uris) => void asked.push(uris),
    ended: new Promise(() => {}),
  };
  return { watches, server, link, asked };
}

const somebody = aPrincipal();

describe('watching resources', () => {
  it('asks the server once for what two watch, and no more when both are gone', async () => {
    const { watches, server, link, asked } = await setup();
    watches.opened(server, link);
    const heard: string[] = [];
    const first = watches.add({ principal: somebody }, 'x://a', (uri) => heard.push(`1 ${uri}`));
    const second = watches.add({ principal: somebody }, 'hub://a', (uri) => heard.push(`2 ${uri}`));
    watches.updated(server, 'x://a');
    watches.updated(server, 'x://a/part');
    watches.updated(server, 'x://b');
    expect(heard).toEqual(['1 x://a', '2 hub://a', '1 x://a/part', '2 hub://a/part']);
    first();
    expect(asked.at(-1)).toEqual(['x://a']);
    second();
    second();
    expect(asked.at(-1)).toEqual([]);
    watches.updated(server, 'x://a');
    expect(heard).toHaveLength(4);
  });

  it('asks every new connection again, and says that something may have changed meanwhile', async () => {
    const { watches, server, link, asked } = await setup();
    const heard: string[] = [];
    watches.add({ principal: somebody }, 'x://a', (uri) => heard.push(uri));
    watches.opened(server, link);
    expect([asked, heard]).toEqual([[['x://a']], []]);
    watches.opened(server, link);
    expect([asked.length, heard]).toEqual([2, ['x://a']]);
  });

  it('is refused for what nobody has, and by a server that tells of nothing', async () => {
    const { watches } = await setup({ resources: {} });
    const codeOf = (uri: string): unknown => {
      try {
        return watches.add({ principal: somebody }, uri, () => {});
      } catch (error) {
        return PatchbayError.is(error) && error.code;
      }
    };
    expect(['x://none', 'x://a'].map(codeOf)).toEqual(['RESOURCE_NOT_FOUND', 'SERVER_REFUSED']);
  });
});
