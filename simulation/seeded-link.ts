import { fail, type CallPhase, type PatchbayError, type RpcAnswer } from '@patchbay/contracts';
import type { Link, LinkEnd, LinkRequest, OpenLink } from '@patchbay/core';
import type { CountedTimers } from './virtual-time.ts';

/** What the server does with a request: `settle` may be called late, twice or never. */
type Serve = (ask: LinkRequest, settle: Settle) => void;

export interface Settle {
  answer(answer: RpcAnswer): void;
  fail(error: PatchbayError): void;
  /** The whole link ends. */
  lose(reason: string): void;
}

export interface SeededLink {
  readonly link: Link;
  readonly isOpen: () => boolean;
  /** From the server's side. */
  end(reason: string): void;
  announce(): void;
}

export interface SeededLinkParts {
  readonly open: OpenLink;
  readonly timers: CountedTimers;
  readonly serve: Serve;
  /** How long it takes to close it in good order. */
  readonly closeMs: number;
  /** Nothing of it is left. */
  readonly onGone: () => void;
}

/** A link over nothing, with the promises of a real one: requests time out, are cancelled, or are lost with it. */
export function createSeededLink({ open, timers, serve, closeMs, onGone }: SeededLinkParts): SeededLink {
  const ended = Promise.withResolvers<LinkEnd>();
  const pending = new Set<(error: PatchbayError) => void>();
  const name = open.server.name;
  let isOpen = true;

  function end(why: LinkEnd): void {
    if (!isOpen) return;
    isOpen = false;
    for (const reject of pending) reject(lost(name, why.reason, 'unknown'));
    ended.resolve(why);
    timers.after(why.isOurs ? closeMs : 0, onGone);
  }

  function request(ask: LinkRequest): Promise<RpcAnswer> {
    if (!isOpen) return Promise.reject(lost(name, 'It is closed.', 'not-sent'));
    if (ask.signal?.aborted === true) return Promise.reject(fail('CALL_CANCELLED', {}));
    const { promise, resolve, reject } = Promise.withResolvers<RpcAnswer>();
    const done = (): void => {
      pending.delete(refuse);
      cancelTimeout();
      ask.signal?.removeEventListener('abort', giveUp);
    };
    const refuse = (error: PatchbayError): void => (done(), reject(error));
    const giveUp = (): void => refuse(fail('CALL_CANCELLED', {}));
    const { timeoutMs } = ask;
    const cancelTimeout = timers.after(timeoutMs, () =>
      refuse(fail('MCP_TIMEOUT', { serverId: name, afterMs: timeoutMs, phase: 'unknown' })),
    );
    pending.add(refuse);
    ask.signal?.addEventListener('abort', giveUp);
    serve(ask, {
      answer: (answer) => (done(), resolve(answer)),
      fail: refuse,
      lose: (reason) => end({ reason, isOurs: false }),
    });
    return promise;
  }

  const gone = Promise.withResolvers<void>();
  const close = (): Promise<void> => {
    end({ reason: 'We closed it.', isOurs: true });
    timers.after(closeMs, gone.resolve);
    return gone.promise;
  };
  return {
    link: { ...greeting, ended: ended.promise, request, watch() {}, close },
    isOpen: () => isOpen,
    end: (reason) => end({ reason, isOurs: false }),
    announce: () => void (isOpen && open.onListChanged('tools')),
  };
}

export function lost(serverId: string, reason: string, phase: CallPhase): PatchbayError {
  return fail('MCP_CONNECTION_FAILED', { serverId, reason, phase });
}

const greeting = {
  era: 'legacy',
  protocolVersion: '2025-11-25',
  serverInfo: { name: 'seeded', version: '1.0.0' },
  capabilities: { tools: { listChanged: true } },
  instructions: undefined,
} as const;
