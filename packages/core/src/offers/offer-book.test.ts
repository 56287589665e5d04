import type { JsonObject } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import type { Offer } from '../catalog/offer.ts';
import type { ServerName } from '../ids.ts';
import { createOfferBook, type Shelf } from './offer-book.ts';

const nothing: Offer = {
  tools: [],
  resources: [],
  templates: [],
  prompts: [],
  era: 'legacy',
  protocolVersion: '2025-11-25',
  serverInfo: null,
  capabilities: {},
  instructions: null,
};

function aShelf(name: string, offer: Partial<Offer>, isVisible = true): Shelf {
  return { server: name as ServerName, offer: { ...nothing, ...offer }, isVisible };
}

const offeredIn = (list: readonly { readonly offered: string }[]): string[] =>
  list.map(({ offered }) => offered);

describe('the book of what servers offer', () => {
  const twins = [
    aShelf('a', { resources: [{ uri: 'x://1' }], templates: [{ uriTemplate: 'x://t/{id}' }] }),
    aShelf('b', {
      resources: [{ uri: 'x://1' }, { uri: 'x://2' }],
      templates: [{ uriTemplate: 'x://t/{id}' }],
    }),
  ];

  it('gives a URI to the first server that has it, and the other one an address of the hub', () => {
    const book = createOfferBook(twins, [], undefined);
    expect(offeredIn(book.resources)).toEqual(['x://1', 'patchbay://servers/b/x://1', 'x://2']);
    expect(offeredIn(book.templates)).toEqual(['x://t/{id}', 'patchbay://servers/b/x://t/{id}']);
    expect(book.ownersOf('x://1')).toEqual([{ server: 'a', own: 'x://1' }]);
    expect(book.ownersOf('patchbay://servers/b/x://1')).toEqual([{ server: 'b', own: 'x://1' }]);
    expect(book.ownersOf('patchbay://servers/a/any://thing')).toEqual([{ server: 'a', own: 'any://thing' }]);
    expect(book.templateOf('patchbay://servers/b/x://t/{id}')).toEqual({ server: 'b', own: 'x://t/{id}' });
  });

  it('asks all whose template fits, in their order, for what is in no list', () => {
    const book = createOfferBook(twins, [], undefined);
    expect(book.ownersOf('x://t/7').map(({ server }) => server)).toEqual(['a', 'b']);
    expect(book.ownersOf('x://u/7')).toEqual([]);
  });

  it('does not list what is away, gives its URIs to others, and still knows it', () => {
    const [a, b] = twins;
    const away = [
      { ...a, isVisible: false } as Shelf,
      ...(b ? [b] : []),
      aShelf('c', { prompts: [{ name: 'p' }] }, false),
    ];
    const book = createOfferBook(away, [], undefined);
    expect(offeredIn(book.resources)).toEqual(['x://1', 'x://2']);
    expect(book.ownersOf('x://1')).toEqual([{ server: 'b', own: 'x://1' }]);
    expect(book.prompts).toEqual([]);
    expect(book.promptOf('c__p')).toMatchObject({ server: 'c', own: 'p' });
  });

  it('knows a prompt by every spelling that tools have', () => {
    const book = createOfferBook(
      [
        aShelf('a', { prompts: [{ name: 'x.y' }, { name: 'both' }] }),
        aShelf('b', { prompts: [{ name: 'both' }] }),
      ],
      [],
      undefined,
    );
    const alias = book.prompts[0]?.offered ?? '';
    expect(alias).toMatch(/^a__x_y_[0-9a-f]{8}$/);
    for (const name of [alias, 'a.x.y', 'x.y'])
      expect(book.promptOf(name)).toMatchObject({ server: 'a', own: 'x.y' });
    expect(book.promptOf('b.both')).toMatchObject({ server: 'b' });
    expect(book.promptOf('both')).toBeUndefined(); // of two, nobody knows which
    expect(book.promptOf('c__x')).toBeUndefined();
  });

  it('keeps a list that says the same in other objects, so that nobody is told of a change', () => {
    const read = (title: string): Shelf[] => [
      aShelf('a', { prompts: [{ name: 'p' }], resources: [{ uri: 'x://1', title }] }),
    ];
    const first = createOfferBook(read('one'), [], undefined);
    const second = createOfferBook(read('two'), [], first);
    expect(second.prompts).toBe(first.prompts);
    expect(second.resources).not.toBe(first.resources);
  });

  it('passes definitions on as they are', () => {
    const definition = { name: 'p', title: 'T', icons: [{ src: 'x' }], _meta: { 'a/b': 1 }, more: true };
    const [prompt] = createOfferBook([aShelf('a', { prompts: [definition] })], [], undefined).prompts;
    expect(prompt?.definition).toBe(definition);
  });

  it('declares what some server has, and what the hub itself has', () => {
    const declared = (capabilities: JsonObject, hasOwn = false): JsonObject => {
      const own = { server: undefined, own: 'x', offered: 'x', definition: {} };
      return createOfferBook([aShelf('a', { capabilities })], hasOwn ? [own] : [], undefined).capabilities;
    };
    expect(declared({ tools: {} })).toEqual({});
    expect(declared({}, true)).toEqual({ resources: { listChanged: true } });
    expect(declared({ resources: { subscribe: true }, prompts: {} })).toEqual({
      resources: { listChanged: true, subscribe: true },
      prompts: { listChanged: true },
    });
  });
});
