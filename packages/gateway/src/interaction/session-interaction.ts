import { fail, type RpcAnswer } from '@patchbay/contracts';
import type {
  Chance,
  InputAnswers,
  InputPatience,
  InputRequest,
  InputRequests,
  Interaction,
  Timers,
} from '@patchbay/core';
import type { EventStream } from '../event-stream.ts';
import { notification } from '../session-watches.ts';
import type { OpenQuestion, Session, Sessions } from '../sessions.ts';
import { toLegacyInput } from './of-era.ts';

export interface SessionInteractionDeps {
  readonly chance: Pick<Chance, 'uuid'>;
  readonly timers: Timers;
  readonly sessions: Sessions;
}

export interface Asked {
  readonly session: Session;
  /** Where a question goes; undefined when the client listens nowhere. */
  readonly outlet: () => EventStream | undefined;
}

/** A longer timer would fire at once. */
const longestMs = 86_400_000;

/** A call of a legacy client, which is asked by requests of the hub's own. They end with the call. */
export class SessionInteraction implements Interaction {
  readonly owner: Interaction['owner'];
  readonly client: string;
  readonly capabilities: Interaction['capabilities'];
  readonly #deps: SessionInteractionDeps;
  readonly #asked: Asked;
  readonly #open = new Set<OpenQuestion>();
  #hasEnded = false;

  constructor(deps: SessionInteractionDeps, asked: Asked) {
    this.#deps = deps;
    this.#asked = asked;
    this.owner = asked.session.owner;
    this.client = `session ${asked.session.id}`;
    this.capabilities = asked.session.capabilities ?? {};
  }

  async ask(requests: InputRequests, patience: InputPatience): Promise<InputAnswers> {
    if (this.#hasEnded || patience.signal?.aborted === true) throw fail('CALL_CANCELLED', {});
    const stream = this.#asked.outlet();
    if (!stream)
      throw fail('INPUT_FAILED', { reason: 'the client listens to no stream on which it could be asked.' });
    const given = Object.entries(requests);
    const answers = await Promise.all(given.map(([, one]) => this.#askOne(one, patience, stream)));
    return Object.fromEntries(given.map(([key], at) => [key, answers[at]])) as InputAnswers; // one for each
  }

  completed(elicitationId: string): void {
    const text = notification('notifications/elicitation/complete', { elicitationId });
    const stream = this.#hasEnded ? undefined : this.#asked.outlet();
    if (stream) stream.send(text);
    else this.#deps.sessions.tellOne(this.#asked.session, text);
  }

  /** The call is over: whatever is still asked is taken back. */
  close(): void {
    this.#hasEnded = true;
    for (const question of this.#open) question.fail(fail('CALL_CANCELLED', {}));
  }

  async #askOne(
    request: InputRequest,
    { limitMs, signal }: InputPatience,
    stream: EventStream,
  ): Promise<RpcAnswer> {
    const { chance, timers } = this.#deps;
    const { questions } = this.#asked.session;
    const id = chance.uuid();
    const { promise, resolve, reject } = Promise.withResolvers<RpcAnswer>();
    const question: OpenQuestion = { settle: resolve, fail: reject };
    const withdraw = (): void => reject(fail('CALL_CANCELLED', {}));
    const tooLate = (): void => reject(fail('INPUT_TIMEOUT', { afterMs: limitMs }));
    const cancel = timers.after(Math.min(limitMs, longestMs), tooLate);
    signal?.addEventListener('abort', withdraw);
    questions.set(id, question);
    this.#open.add(question);
    const { method } = request;
    const params = toLegacyInput(request, () => chance.uuid());
    stream.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    try {
      return await promise;
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      stream.send(notification('notifications/cancelled', { requestId: id, reason }));
      throw error;
    } finally {
      cancel();
      signal?.removeEventListener('abort', withdraw);
      questions.delete(id);
      this.#open.delete(question);
    }
  }
}
