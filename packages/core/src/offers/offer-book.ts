import type { JsonObject } from '@patchbay/contracts';
import type { Offer } from '../catalog/offer.ts';
import { offeredName, qualifiedName } from '../catalog/tool-name.ts';
import type { ServerName } from '../ids.ts';
import { toCapabilities } from './book-capabilities.ts';
import { hubUri, splitHubUri } from './hub-uri.ts';
import { mergeInstructions } from './merge-instructions.ts';
import { keepIfSame, type Offered, type Owner } from './offered.ts';
import { compileTemplate } from './uri-template.ts';

/** What one server offers, and whether it is worth offering now. */
export interface Shelf {
  readonly server: ServerName;
  readonly offer: Offer;
  readonly isVisible: boolean;
}

/** All resources, templates and prompts that somebody may use, and who has them. */
export interface OfferBook {
  /** By server and then by name, so that the same offer is the same bytes. */
  readonly resources: readonly Offered[];
  readonly templates: readonly Offered[];
  readonly prompts: readonly Offered[];
  readonly instructions: string | undefined;
  /** What is declared of all of it, tools aside. */
  readonly capabilities: JsonObject;
  /** Whether this server is anything to whom the book is for. */
  has(server: string): boolean;
  /** Who may have it, the most likely first. A hidden server is found too: a request may revive it. */
  ownersOf(uri: string): readonly Owner[];
  /** The template of this very text. */
  templateOf(template: string): Owner | undefined;
  promptOf(name: string): Owner | undefined;
}

/** Shelves come by name of server: the first one that has a URI owns it. `own` is what the hub itself has. */
export function createOfferBook(
  shelves: readonly Shelf[],
  own: readonly Offered[],
  before: OfferBook | undefined,
): OfferBook {
  const visible = shelves.filter(({ isVisible }) => isVisible);
  const servers = new Map(shelves.map((shelf) => [shelf.server, shelf]));
  const resources = collectByUri(visible, ({ offer }) => offer.resources.map((one) => [one.uri, one]));
  const templates = collectByUri(visible, ({ offer }) =>
    offer.templates.map((one) => [one.uriTemplate, one]),
  );
  const prompts = collectPrompts(visible);
  const find = createFind(shelves, servers);
  return {
    resources: keepIfSame(before?.resources, resources),
    templates: keepIfSame(before?.templates, [...own, ...templates]),
    prompts: keepIfSame(before?.prompts, prompts),
    instructions: mergeInstructions(visible),
    capabilities: toCapabilities(visible, own.length > 0),
    ...find,
    has: (server) => servers.has(server as ServerName), // a name that is none is not found
    promptOf: createFindPrompt(shelves),
  };
}

type ByUri = (shelf: Shelf) => readonly (readonly [uri: string, definition: JsonObject])[];

function collectByUri(shelves: readonly Shelf[], read: ByUri): readonly Offered[] {
  const taken = new Set<string>();
  return shelves.flatMap((shelf) =>
    read(shelf).map(([own, definition]): Offered => {
      const { server } = shelf;
      const offered = taken.has(own) ? hubUri(server, own) : own;
      taken.add(own);
      return { server, own, offered, definition };
    }),
  );
}

function collectPrompts(shelves: readonly Shelf[]): readonly (Offered & Owner)[] {
  return shelves.flatMap(({ server, offer }) =>
    offer.prompts.map((definition) => {
      const own = definition.name;
      return { server, own, offered: offeredName(server, own), definition };
    }),
  );
}

type Servers = ReadonlyMap<ServerName, Shelf>;

function createFind(shelves: readonly Shelf[], servers: Servers): Pick<OfferBook, 'ownersOf' | 'templateOf'> {
  const inOrder = shelves.toSorted((a, b) => Number(b.isVisible) - Number(a.isVisible)); // stable: still by name
  const byUri = firstOf(inOrder, ({ offer }) => offer.resources.map(({ uri }) => uri));
  const byTemplate = firstOf(inOrder, ({ offer }) => offer.templates.map(({ uriTemplate }) => uriTemplate));
  const templates = inOrder.flatMap(({ server, offer }) =>
    offer.templates.map(({ uriTemplate }) => ({
      server,
      uriTemplate,
      matches: compileTemplate(uriTemplate),
    })),
  );
  const named = (uri: string): Owner | undefined => {
    const split = splitHubUri(uri);
    return split && servers.has(split.server) ? { server: split.server, own: split.uri } : undefined;
  };
  return {
    ownersOf(uri) {
      const known = byUri.get(uri) ?? named(uri);
      if (known) return [known];
      const found = new Set(templates.flatMap(({ server, matches }) => (matches(uri) ? [server] : [])));
      return [...found].map((server) => ({ server, own: uri }));
    },
    templateOf: (template) => byTemplate.get(template) ?? named(template),
  };
}

function firstOf(
  shelves: readonly Shelf[],
  read: (shelf: Shelf) => readonly string[],
): ReadonlyMap<string, Owner> {
  const found = new Map<string, Owner>();
  for (const shelf of shelves)
    for (const own of read(shelf)) if (!found.has(own)) found.set(own, { server: shelf.server, own });
  return found;
}

/** By the name on offer, by `server.prompt`, or by a bare name that only one server has: as tools are. */
function createFindPrompt(shelves: readonly Shelf[]): OfferBook['promptOf'] {
  const all = collectPrompts(shelves);
  const byOffered = new Map(all.map((prompt) => [prompt.offered, prompt]));
  const byQualified = new Map(
    all.map((prompt) => [qualifiedName(prompt.server, prompt.own) as string, prompt]),
  );
  const byName = Map.groupBy(all, ({ own }) => own);
  return (name) => {
    const [only, ...others] = byName.get(name) ?? [];
    return byOffered.get(name) ?? byQualified.get(name) ?? (others.length === 0 ? only : undefined);
  };
}
