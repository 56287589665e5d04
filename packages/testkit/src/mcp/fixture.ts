import type { JsonObject, RpcAnswer } from '@patchbay/contracts';
import type { Journal } from './journal.ts';
import { answerLegacy, type Greeting } from './legacy.ts';
import { answerShared } from './methods.ts';
import { checkEnvelope, isModern, stampResult, type Stamp } from './modern.ts';
import { createSession, endSession, type Peer, type Session } from './session.ts';
import type { ListKind } from './subscriptions.ts';
import type { ToolEntry } from './tools.ts';
import type { Waits } from './waits.ts';
import {
  codes,
  idOf,
  isMessage,
  modernVersion,
  notification,
  ok,
  paramsOf,
  refuse,
  reply,
  type LegacyVersion,
  type Message,
  type Version,
} from './wire.ts';
import { createWorld, type Ask, type FixtureOptions, type World } from './world.ts';

/** A server without a transport: a message in, an answer out, news on the side. */
export interface Fixture extends Waits {
  readonly versions: readonly Version[];
  /** A client that comes. `push` sends what belongs to no request; legacy `list_changed` goes there. */
  readonly open: (push?: Session['push']) => Session;
  readonly close: (session: Session) => void;
  /** No answer for a notification, a response, and a request that was cancelled. */
  readonly handle: (message: JsonObject, peer: Peer) => Promise<JsonObject | undefined>;
  /** Says nothing about it to anybody: `emitListChanged` does. */
  readonly setTools: (tools: readonly ToolEntry[]) => void;
  readonly setResources: (resources: readonly JsonObject[]) => void;
  readonly setPrompts: (prompts: readonly JsonObject[]) => void;
  readonly emitListChanged: (kind: ListKind) => void;
  /** To those who subscribed to it. */
  readonly emitUpdated: (uri: string) => void;
  /** Open `subscriptions/listen` requests. */
  readonly subscriptions: number;
  /** Ends subscriptions with their result, as a server does that shuts down in good order. */
  readonly endSubscriptions: () => void;
}

export function createFixture(options: FixtureOptions, journal: Journal): Fixture {
  const world = createWorld(options, journal);
  const { sessions, subscriptions, versions, waits } = world;
  return {
    versions,
    ...waits,
    open(push) {
      const session = createSession(push);
      sessions.add(session);
      return session;
    },
    close(session) {
      sessions.delete(session);
      endSession(session);
    },
    handle: (message, peer) => handle(world, message, peer),
    setTools: (tools) => void (world.tools = tools),
    setResources: (resources) => void (world.resources = resources),
    setPrompts: (prompts) => void (world.prompts = prompts),
    emitUpdated(uri) {
      const told = notification('notifications/resources/updated', { uri });
      for (const session of sessions) if (session.watched.has(uri)) session.push(told);
      subscriptions.emitUpdated(uri);
    },
    emitListChanged(kind) {
      const told = notification(`notifications/${kind}/list_changed`);
      for (const session of sessions) if (session.isReady) session.push(told);
      subscriptions.emit(kind);
    },
    get subscriptions() {
      return subscriptions.size;
    },
    endSubscriptions: subscriptions.end,
  };
}

async function handle(world: World, message: JsonObject, peer: Peer): Promise<JsonObject | undefined> {
  const id = idOf(message);
  if (!isMessage(message))
    return hearAnswer(message, peer.session)
      ? undefined
      : reply(id ?? null, refuse(codes.invalidRequest, 'Invalid request'));
  if (id === undefined) {
    notice(message, peer.session);
    return undefined;
  }
  const running = new AbortController();
  const signal = AbortSignal.any([running.signal, ...(peer.signal ? [peer.signal] : [])]);
  peer.session.running.set(id, running);
  const answer = await answerOf(world, { message, id, peer, signal });
  peer.session.running.delete(id);
  if (signal.aborted) world.journal.note({ what: 'cancelled', id });
  return signal.aborted || !answer ? undefined : reply(id, answer);
}

/** Whether it is an answer, to whatever. */
function hearAnswer(message: JsonObject, { asked }: Session): boolean {
  const id = idOf(message);
  const answer = message['result'] ?? message['error'];
  if (id !== undefined && answer !== undefined) asked.get(id)?.(answer);
  return answer !== undefined;
}

function notice(message: Message, session: Session): void {
  if (message.method === 'notifications/initialized' && session.version) session.isReady = true;
  if (message.method !== 'notifications/cancelled') return;
  const { requestId } = paramsOf(message);
  if (typeof requestId === 'string' || typeof requestId === 'number') session.running.get(requestId)?.abort();
}

async function answerOf(world: World, ask: Ask): Promise<RpcAnswer | undefined> {
  if (isModern(world.versions, ask.message)) return answerModern(world, ask);
  const versions = world.versions.filter((version): version is LegacyVersion => version !== modernVersion);
  const greeting: Greeting = { versions, about: world.about };
  return (
    answerLegacy(ask.message, ask.peer.session, greeting) ?? answerShared(world, ask, codes.resourceNotFound)
  );
}

async function answerModern(world: World, ask: Ask): Promise<RpcAnswer | undefined> {
  const { message, id, peer, signal } = ask;
  const refusal = checkEnvelope(message, world.versions);
  if (refusal) return refusal;
  const { declared, subscriptions, options, about } = world;
  const { ttlMs = 0, cacheScope = 'private' } = options;
  const stamp: Stamp = { serverInfo: about.serverInfo, ttlMs, cacheScope };
  const { serverInfo: _inMeta, ...told } = about;
  if (message.method === 'server/discover')
    return stampResult(message.method, ok({ supportedVersions: world.versions, ...told }), stamp);
  const answer =
    message.method === 'subscriptions/listen'
      ? await subscriptions.listen({ message, id, declared, signal, notify: peer.notify })
      : await answerShared(world, ask, codes.invalidParams);
  return answer && stampResult(message.method, answer, stamp);
}
