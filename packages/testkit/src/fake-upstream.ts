import { fail, type JsonObject, type RpcAnswer, type ToolDefinition } from '@patchbay/contracts';
import type { Connector, Link, LinkEnd, LinkRequest, OpenLink } from '@patchbay/core';

/** A server that exists only in memory, to be killed, silenced and revived at will. */
export interface FakeUpstream {
  readonly connector: Connector;
  /** What it offers from the next list on. */
  tools: readonly ToolDefinition[];
  /** Whether it takes new connections, refuses them, or lets them wait until it is told otherwise. */
  door: 'open' | 'closed' | 'silent';
  /** What every list waits for. */
  listsAfter: Promise<unknown>;
  /** Answers a call; the answer of the default is the arguments as text. */
  onCall: (params: JsonObject, ask: LinkRequest) => Promise<RpcAnswer> | RpcAnswer;
  /** What it was last asked to tell of. */
  watched: readonly string[];
  /** Every method it was asked, in order. */
  readonly asked: string[];
  /** How many connections were ever tried, are open now, and were open at most at one time. */
  readonly tried: () => number;
  readonly open: () => number;
  readonly mostOpen: () => number;
  /** Every connection ends by itself. */
  kill(reason?: string): void;
  /** Those who wait at a silent door are let in. */
  admit(): void;
  announceChange(): void;
}

export function createFakeUpstream(): FakeUpstream {
  const links = new Set<{ readonly end: (end: LinkEnd) => void; readonly announce: () => void }>();
  const waiting: (() => void)[] = [];
  let tried = 0;
  let mostOpen = 0;

  const knock = (open: OpenLink): Promise<void> => {
    if (upstream.door === 'open') return Promise.resolve();
    if (upstream.door === 'closed') return Promise.reject(refused(open));
    return new Promise((resolve, reject) => {
      waiting.push(resolve);
      if (open.signal.aborted) reject(refused(open));
      open.signal.addEventListener('abort', () => reject(refused(open)));
    });
  };

  const answer = async (ask: LinkRequest): Promise<RpcAnswer> => {
    upstream.asked.push(ask.method);
    if (ask.method === 'tools/list') await upstream.listsAfter;
    if (ask.method === 'tools/list') return { result: { tools: upstream.tools } };
    if (ask.method === 'tools/call') return upstream.onCall(ask.params ?? {}, ask);
    return { error: { code: -32_601, message: `There is no ${ask.method}.` } };
  };

  function enter(open: OpenLink): Link {
    const ended = Promise.withResolvers<LinkEnd>();
    const member = { end, announce: () => open.onListChanged('tools') };
    function end(why: LinkEnd): void {
      if (links.delete(member)) ended.resolve(why);
    }
    links.add(member);
    mostOpen = Math.max(mostOpen, links.size);
    const lost = ended.promise.then(({ reason }): never => {
      throw fail('MCP_CONNECTION_FAILED', { serverId: open.server.name, reason, phase: 'unknown' });
    });
    lost.catch(() => {});
    return {
      ...greeting,
      ended: ended.promise,
      async request(ask) {
        const reason = 'It is closed.';
        if (!links.has(member))
          throw fail('MCP_CONNECTION_FAILED', { serverId: open.server.name, reason, phase: 'not-sent' });
        return Promise.race([Promise.resolve().then(() => answer(ask)), lost]);
      },
      watch: (uris) => void (upstream.watched = uris),
      close: async () => end({ reason: 'We closed it.', isOurs: true }),
    };
  }

  const upstream: FakeUpstream = {
    tools: [{ name: 'echo' }],
    door: 'open',
    listsAfter: Promise.resolve(),
    asked: [],
    watched: [],
    onCall: ({ arguments: args }) => ({
      result: { content: [{ type: 'text', text: JSON.stringify(args) }] },
    }),
    async connector(open) {
      tried += 1;
      await knock(open);
      return enter(open);
    },
    tried: () => tried,
    open: () => links.size,
    mostOpen: () => mostOpen,
    kill(reason = 'It died.') {
      for (const { end } of links) end({ reason, isOurs: false });
    },
    admit() {
      for (const resolve of waiting.splice(0)) resolve();
    },
    announceChange() {
      for (const { announce } of links) announce();
    },
  };
  return upstream;
}

const greeting = {
  era: 'legacy',
  protocolVersion: '2025-11-25',
  serverInfo: { name: 'fake', version: '1.0.0' },
  capabilities: { tools: { listChanged: true } },
  instructions: undefined,
} as const;

function refused({ server }: OpenLink) {
  return fail('MCP_CONNECTION_FAILED', {
    serverId: server.name,
    reason: 'nothing listens there.',
    phase: 'not-sent',
  });
}
