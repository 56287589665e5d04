import { modernVersion, rpcCodes } from '@patchbay/contracts';
import type { Link, LinkRequest, ListChange } from '@patchbay/core';
import { announcedChanges, toEnvelope, toListenParams, type Greeting } from '../greeting.ts';
import { inRounds } from '../interaction/rounds.ts';
import type { ClientIdentity, Opening } from '../opening.ts';
import { keepListening } from '../rpc/keep-listening.ts';
import { Lifetime } from '../rpc/lifetime.ts';
import { encodeRequest, type SpokenMessage } from '../rpc/message.ts';
import { withCapabilities, withLevel, withMeta, withTrace } from '../rpc/meta.ts';
import { hearServer } from '../rpc/server-speaks.ts';
import { createWatch } from '../rpc/watch-resources.ts';
import { jsonRpcHeaders, toArgumentHeaders, toMethodHeaders, toTraceHeaders } from './headers.ts';
import type { HttpClient } from './http-client.ts';
import { PostedRequest, type Reply } from './posted-request.ts';
import { toAnswer } from './to-answer.ts';
import { withoutUnusable } from './unusable-tools.ts';

type OnSpoken = (message: SpokenMessage) => void;
type Ask = LinkRequest;

const postHeaders = [...jsonRpcHeaders, 'mcp-protocol-version', modernVersion];

/** Stateless requests: each says everything, and giving one up is closing its stream. */
export class ModernRequests {
  readonly #client: HttpClient;
  readonly #envelope: ReturnType<typeof toEnvelope>;
  readonly #onSpoken: OnSpoken;
  #lastId = 0;

  constructor(client: HttpClient, identity: ClientIdentity, onSpoken: OnSpoken) {
    this.#client = client;
    this.#envelope = toEnvelope(identity);
    this.#onSpoken = onSpoken;
  }

  post(ask: Ask): { id: number; reply: Promise<Reply> } {
    const id = ++this.#lastId;
    const { method, params, trace, onProgress, headerArguments } = ask;
    const envelope = withCapabilities(withLevel(this.#envelope, ask.log), ask.interaction);
    const body = encodeRequest(id, method, withMeta(withTrace(params, trace), envelope, onProgress && id));
    const headers = [...postHeaders, ...toMethodHeaders(method, params)];
    if (trace) headers.push(...toTraceHeaders(trace));
    if (headerArguments) headers.push(...toArgumentHeaders(headerArguments, params));
    const { reply } = new PostedRequest(this.#client, { id, body, headers, ask, onSpoken: this.#onSpoken });
    return { id, reply };
  }
}

export function createModernLink(client: HttpClient, opening: Opening, greeting: Greeting): Link {
  const { failures } = opening;
  const lifetime = new Lifetime();
  // Modern servers may not ask anything, so what would be an answer to them goes nowhere.
  const requests = new ModernRequests(client, opening.client, (message) => {
    hearServer(message, opening);
  });
  const changes = announcedChanges(greeting);
  if (changes.length > 0) listenForChanges(client, opening, { changes, over: lifetime.over });
  const send: Link['request'] = async (ask) => {
    if (lifetime.reason !== undefined) throw failures.notSent(lifetime.reason);
    if (ask.signal?.aborted === true) throw failures.cancelled();
    const { id, reply } = requests.post(ask);
    const answer = toAnswer(await reply, failures, { id, hadSession: false });
    return ask.method === 'tools/list' ? withoutUnusable(answer, opening) : answer;
  };
  const request = inRounds({ failures, server: opening.server.name, send });
  return {
    ...greeting,
    ended: lifetime.ended,
    request,
    watch: createWatch(greeting, request, lifetime.over),
    async close() {
      lifetime.end('the hub closed it', true);
      await client.close();
    },
  };
}

/** A stream of changes cannot be resumed, so after a gap every list may have changed. */
function listenForChanges(
  client: HttpClient,
  opening: Opening,
  { changes, over }: { changes: readonly ListChange[]; over: AbortSignal },
): void {
  let hadGap = false;
  const requests = new ModernRequests(client, opening.client, (message) => {
    if (message.method === 'notifications/subscriptions/acknowledged' && hadGap)
      changes.forEach(opening.onListChanged);
    else hearServer(message, opening);
  });
  const ask = {
    method: 'subscriptions/listen',
    params: toListenParams(changes),
    timeoutMs: Infinity,
    signal: over,
  };
  void keepListening(async () => {
    const reply = await requests.post(ask).reply.catch(() => undefined);
    hadGap = true;
    return reply !== undefined && isUnsupported(reply) ? 'unsupported' : 'ended';
  }, over);
}

function isUnsupported({ status, answer }: Reply): boolean {
  return answer?.error?.code === rpcCodes.methodNotFound || (status >= 400 && status < 500 && status !== 429);
}
