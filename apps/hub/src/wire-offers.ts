import {
  createAskServer,
  createOffers,
  createReadKept,
  createUseOffers,
  keptResults,
  ServerLevels,
  Watches,
  type Link,
  type ListChange,
  type Masking,
  type Offers,
  type PolicyBook,
  type Server,
  type ServerNews,
  type Toolbox,
} from '@patchbay/core';
import type { McpEndpoint } from '@patchbay/gateway';
import type { wireServers } from './wire-servers.ts';
import type { World } from './wire.ts';

export interface OfferSurroundings {
  readonly mcp: ReturnType<typeof wireServers>;
  readonly book: PolicyBook;
}

/** Resources, templates and prompts: who has them, and the way to them. */
export function wireOffers(world: World, { mcp, book }: OfferSurroundings) {
  const { clock, metrics, loaded, tracing, sharesBaggage } = world;
  const { catalog, connections, gates, masking, pause, readResult } = mcp;
  const own = loaded.config.results.keepHours > 0 ? [keptResults] : [];
  const closedTo = (principal: Parameters<Offers['bookFor']>[0]) =>
    book.rules().closedTo(principal, clock.now());
  const offers = createOffers({ catalog, connections, own, closedTo });
  const { callMsOf: timeoutOf, interactionMsOf } = mcp;
  const onAsked = metrics.asked;
  const askServer = createAskServer({
    tracing,
    sharesBaggage,
    connections,
    gates,
    clock,
    pause,
    timeoutOf,
    interactionMsOf,
    onAsked,
  });
  const readOwn = createReadKept(readResult);
  const watches = new Watches({ offers, catalog, connections });
  return {
    own,
    offers,
    watches,
    serverLevels: new ServerLevels(),
    useOffers: createUseOffers({ offers, askServer, connections, masking, readOwn }),
  };
}

/** Clients are told only when a list is another, not whenever some server came or went. */
export function createTellClients(
  toolbox: Toolbox,
  offers: Offers,
  tell: (change: ListChange) => void,
): () => void {
  const read = () => {
    const { resources, templates, prompts } = offers.all();
    return { tools: toolbox.list(), resources, templates, prompts };
  };
  let told = read();
  return () => {
    const now = read();
    const before = told;
    told = now;
    if (now.tools !== before.tools) tell('tools');
    if (now.resources !== before.resources || now.templates !== before.templates) tell('resources');
    if (now.prompts !== before.prompts) tell('prompts');
  };
}

/** What servers say by themselves, and who is to hear it. */
export function createHearing(
  masking: Masking,
  { watches, serverLevels }: Pick<ReturnType<typeof wireOffers>, 'watches' | 'serverLevels'>,
  endpoint: Pick<McpEndpoint, 'notifyLog'>,
) {
  return {
    onLink(server: Server, link: Link): void {
      watches.opened(server, link);
      serverLevels.opened(server, link);
    },
    onNews(server: Server, news: ServerNews): void {
      if (news.kind === 'updated') watches.updated(server, news.uri);
      else endpoint.notifyLog(server.name, masking.of(server).progress()(news.params));
    },
  };
}
