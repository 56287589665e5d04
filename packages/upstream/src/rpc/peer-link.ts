import { PatchbayError, type JsonObject, type RpcAnswer } from '@patchbay/contracts';
import type { Link } from '@patchbay/core';
import type { Failures } from '../classify.ts';
import type { Greeter } from '../era.ts';
import {
  announcedChanges,
  readInitialized,
  toInitializeParams,
  toListenParams,
  type Greeting,
} from '../greeting.ts';
import { inRounds } from '../interaction/rounds.ts';
import { withVisits, type ServerQuestions } from '../interaction/server-questions.ts';
import type { Opening } from '../opening.ts';
import { keepListening } from './keep-listening.ts';
import type { Lifetime } from './lifetime.ts';
import type { RpcPeer } from './rpc-peer.ts';
import { createWatch } from './watch-resources.ts';

/** Greets over a channel: both questions are asked on the same one. */
export function createPeerGreeter(
  { peer, envelope, questions }: Pick<PeerLinkParts, 'peer' | 'envelope' | 'questions'>,
  opening: Opening,
): Greeter {
  const { failures, knownEra, signal, client } = opening;
  return {
    failures,
    knownEra,
    remainingMs: () => opening.remainingMs(),
    discover: (timeoutMs) =>
      peer.request({ method: 'server/discover', timeoutMs, signal, envelope, isProbe: true }),
    async initialize() {
      const params = toInitializeParams(client);
      const timeoutMs = opening.remainingMs();
      const answer = await peer.request({ method: 'initialize', params, timeoutMs, signal, isProbe: true });
      const greeting = toGreeting(answer, opening);
      if (PatchbayError.is(greeting)) return greeting;
      peer.takeQuestions(questions);
      peer.notify('notifications/initialized');
      return greeting;
    },
  };
}

export function toGreeting(answer: RpcAnswer, { failures }: Opening): Greeting | PatchbayError {
  if (answer.error !== undefined)
    return failures.broke(`it refuses to begin: ${answer.error.message}`, 'refused');
  const version = JSON.stringify(answer.result['protocolVersion']);
  return (
    readInitialized(answer.result) ??
    failures.broke(`it wants to speak MCP ${version}, which is not known here`)
  );
}

export interface PeerLinkParts {
  readonly peer: RpcPeer;
  readonly questions: ServerQuestions;
  readonly failures: Failures;
  readonly server: string;
  readonly greeting: Greeting;
  readonly lifetime: Lifetime;
  readonly envelope: JsonObject;
  readonly close: () => Promise<void>;
}

export function createPeerLink(parts: PeerLinkParts): Link {
  const { peer, greeting, lifetime, envelope, close } = parts;
  const isModern = greeting.era === 'modern';
  if (isModern) listenForChanges();
  const send: Link['request'] = (ask) => peer.request(isModern ? { ...ask, envelope } : ask);
  const request: Link['request'] = isModern ? inRounds({ ...parts, send }) : withVisits({ ...parts, send });
  return {
    ...greeting,
    ended: lifetime.ended,
    request,
    watch: createWatch(greeting, request, lifetime.over),
    close,
  };

  /** Modern servers tell of changes only while somebody asks. The answer comes when they stop. */
  function listenForChanges(): void {
    const changes = announcedChanges(greeting);
    if (changes.length === 0) return;
    const params = toListenParams(changes);
    const ask = {
      method: 'subscriptions/listen',
      params,
      envelope,
      timeoutMs: Infinity,
      signal: lifetime.over,
    };
    void keepListening(async () => {
      const answer = await peer.request(ask).catch(() => undefined);
      return answer?.error === undefined ? 'ended' : 'unsupported';
    }, lifetime.over);
  }
}
