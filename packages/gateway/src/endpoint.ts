import type { IncomingMessage, ServerResponse } from 'node:http';
import { fail, modernVersion, PatchbayError, rpcCodes, type JsonObject } from '@patchbay/contracts';
import type {
  CallTool,
  Cancel,
  Chance,
  Clock,
  FindView,
  ListChange,
  Log,
  Offers,
  Principal,
  ServerLevels,
  Timers,
  ToolsFor,
  UseOffers,
  View,
  Watches,
} from '@patchbay/core';
import { createAbout } from './about.ts';
import { Calls } from './calls.ts';
import { challengeOf, type OAuthSigns } from './challenge.ts';
import { isModern } from './envelope.ts';
import {
  acceptsEvents,
  acceptsJson,
  identify,
  requireRole,
  type Authenticate,
  type Exchange,
  type ViewFor,
} from './exchange.ts';
import { Parking } from './interaction/parking.ts';
import { Legacy } from './legacy.ts';
import { Listeners } from './listeners.ts';
import { Logs } from './logs.ts';
import { Modern } from './modern.ts';
import { createOfferList } from './offer-list.ts';
import { errorPayload } from './payload.ts';
import { readBody } from './read-body.ts';
import { Replies, sendNotAcceptable } from './replies.ts';
import { Running } from './running.ts';
import { sendError, sendJson } from './send.ts';
import { createSessionWatches } from './session-watches.ts';
import { Sessions } from './sessions.ts';
import { doorOf, SseDoor } from './sse-door.ts';
import { createToolList } from './tool-list.ts';
import { createTraitsOf } from './tool-traits.ts';
import { Uses } from './uses.ts';

export interface McpEndpointDeps {
  readonly authenticate: Authenticate;
  readonly toolsFor: ToolsFor;
  readonly callTool: CallTool;
  /** Left out, there are no profiles. */
  readonly findProfile?: FindView | undefined;
  readonly offers: Pick<Offers, 'bookFor'>;
  readonly useOffers: UseOffers;
  readonly watches: Pick<Watches, 'add'>;
  readonly serverLevels: Pick<ServerLevels, 'want'>;
  readonly chance: Pick<Chance, 'uuid' | 'secret'>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  readonly version: string;
  /** Left out, there are only keys. */
  readonly oauth?: OAuthSigns | undefined;
  /** How long a legacy session is kept for a client that says nothing. */
  readonly sessionIdleMs?: number | undefined;
  readonly maxSessions?: number | undefined;
  /** The hub stops: open streams end in good order, and nothing new begins. */
  readonly stopping: AbortSignal;
}

export interface McpEndpoint {
  /** Answers one request. Host and Origin were checked before. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Call when somebody of a profile, or at the door of the whole hub, may have another list; clients that listen are told. */
  notifyChanged(kind: ListChange, profile?: string): void;
  /** Call with what a server logs by itself, masked. */
  notifyLog(server: string, params: JsonObject): void;
  /** Ends every stream, session and call. Closing twice is harmless. */
  close(): Promise<void>;
}

const halfAnHourMs = 30 * 60_000;
const defaultMaxSessions = 10_000;
/** Many servers change together, at the start for one; whoever listens fetches the list again each time. */
const gatherNewsMs = 50;

/** The hub's MCP face: modern requests and legacy sessions on one URL, and the two of the oldest clients. */
export function createMcpEndpoint(deps: McpEndpointDeps): McpEndpoint {
  const { authenticate, timers, stopping } = deps;
  const parts = createParts(deps);
  const { modern, legacy, sse, sessions, listeners, running, logs, parking, viewFor } = parts;
  const serving = new Set<Promise<void>>();
  const news = gatherNews(timers, ({ kind, profile }) => {
    listeners.tellChanged(kind, profile);
    legacy.tellChanged(kind, profile);
  });

  function endStreams(): void {
    news.stop();
    parking.end();
    listeners.end();
    sessions.endStreams();
  }
  stopping.addEventListener('abort', endStreams, { once: true });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await identify(request, response, authenticate);
    const { principal } = asked;
    requireRole(principal, 'viewer');
    const door = doorOf(request.url);
    const exchange = { ...asked, view: viewFor(door.profile, principal) };
    const isPost = request.method === 'POST';
    const body = isPost ? await readBody(request) : undefined;
    if (response.destroyed) return; // the client left before its request was understood
    if (stopping.aborted) throw fail('HUB_STOPPING', {}); // asked here, so that no stream opens after the last was ended
    if (door.kind !== 'mcp') return sse.serve(exchange, door.kind, body);
    if (!isPost) return serveBodiless(exchange, legacy);
    if (!acceptsJson(exchange) && !acceptsEvents(exchange))
      return sendNotAcceptable(exchange, 'application/json and text/event-stream');
    await (isModern(request.headers, body) ? modern.post(exchange, body) : legacy.post(exchange, body));
  }

  return {
    handle(request, response) {
      const served = serve(request, response)
        .catch((error: unknown) => answerFailure(response, error, deps))
        .finally(() => serving.delete(served));
      serving.add(served);
    },
    notifyChanged: (kind, profile) => news.soon({ kind, profile }),
    notifyLog: (server, params) => logs.tell(server, params),
    async close() {
      stopping.removeEventListener('abort', endStreams);
      endStreams();
      running.cancelAll();
      sessions.close();
      await Promise.allSettled(serving);
    },
  };
}

/** The whole hub is there for everybody; profiles may have been made, changed or removed since they were last asked for. */
function createFindView({ toolsFor, callTool, offers, findProfile }: McpEndpointDeps) {
  const whole: View = { profile: undefined, toolsFor, callTool, bookFor: offers.bookFor };
  return (profile: string | undefined, principal: Principal): View | undefined =>
    profile === undefined ? whole : findProfile?.(profile, principal);
}

interface News {
  readonly kind: ListChange;
  readonly profile: string | undefined;
}

/** Each kind once for each profile. */
function gatherNews(timers: Timers, tell: (news: News) => void) {
  const changed = new Map<string, News>();
  let cancel: Cancel | undefined;
  const tellAll = (): void => {
    cancel = undefined;
    changed.forEach(tell);
    changed.clear();
  };
  return {
    soon(news: News): void {
      changed.set(`${news.kind} ${news.profile ?? ''}`, news);
      cancel ??= timers.after(gatherNewsMs, tellAll);
    },
    stop: (): void => cancel?.(),
  };
}

function createParts(given: McpEndpointDeps) {
  const findView = createFindView(given);
  const deps = { ...given, findView };
  const viewFor: ViewFor = (profile, principal) => {
    const view = findView(profile, principal);
    if (!view) throw fail('PROFILE_NOT_FOUND', { profile: profile ?? '' });
    return view;
  };
  const { version, sessionIdleMs = halfAnHourMs, maxSessions = defaultMaxSessions } = deps;
  const serverInfo = { name: 'patchbay', version };
  const sessions = new Sessions({ ...deps, sessionIdleMs, maxSessions });
  const running = new Running();
  const replies = new Replies(deps);
  const listeners = new Listeners({ ...deps, replies, serverInfo });
  const logs = new Logs({ ...deps, sessions });
  const traitsOf = createTraitsOf();
  const shared = {
    traitsOf,
    about: createAbout({ serverInfo }),
    calls: new Calls({ ...deps, serverInfo, running, traitsOf }),
    uses: new Uses({ ...deps, serverInfo, running }),
    toolList: createToolList({ serverInfo }),
    offerList: createOfferList({ serverInfo }),
    logs,
    replies,
  };
  const watches = createSessionWatches({ ...deps, sessions });
  const parking = new Parking({ ...deps, serverInfo });
  const legacy = new Legacy({ ...deps, ...shared, sessions, watches });
  const sse = new SseDoor({ ...shared, legacy, sessions, viewFor });
  const modern = new Modern({ ...shared, listeners, parking });
  return { sessions, running, listeners, logs, parking, modern, legacy, sse, viewFor };
}

/** GET and DELETE belong to a session; without one, or in the modern era, there is only POST. */
function serveBodiless(exchange: Exchange, legacy: Legacy): void {
  const { method = '', headers } = exchange.request;
  const hasSession =
    headers['mcp-session-id'] !== undefined && headers['mcp-protocol-version'] !== modernVersion;
  if (hasSession && method === 'GET') return legacy.get(exchange);
  if (hasSession && method === 'DELETE') return legacy.delete(exchange);
  const allowed = hasSession ? ['POST', 'GET', 'DELETE'] : ['POST'];
  exchange.response.setHeader('Allow', allowed.join(', '));
  throw fail('METHOD_NOT_ALLOWED', { method, allowed });
}

function answerFailure(
  response: ServerResponse,
  error: unknown,
  { clock, log, oauth }: Pick<McpEndpointDeps, 'clock' | 'log' | 'oauth'>,
): void {
  const known: PatchbayError = PatchbayError.is(error) ? error : fail('UNEXPECTED', {}, error);
  if (known.status === 503) log.warn('mcp.request.refused', { error });
  else if (known.status >= 500) log.error('mcp.request.failed', { error });
  if (response.headersSent) return void response.destroy();
  const challenge = challengeOf(response.req, known, oauth);
  if (challenge !== undefined) response.setHeader('WWW-Authenticate', challenge);
  if (known.code !== 'REQUEST_MALFORMED') return sendError(response, known, clock);
  const failure = { code: rpcCodes.parseError, message: `Parse error: ${known.message}` };
  return sendJson(response, errorPayload(null, failure), known.status);
}
