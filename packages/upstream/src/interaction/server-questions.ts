import {
  isJsonObject,
  PatchbayError,
  rpcCodes,
  type JsonObject,
  type RpcAnswer,
  type RpcId,
} from '@patchbay/contracts';
import {
  CallCancellation,
  isInputMethod,
  missingCapability,
  type InputRequest,
  type Interaction,
  type Link,
  type LinkRequest,
} from '@patchbay/core';
import { encodeAnswer, type SpokenMessage } from '../rpc/message.ts';
import { isUse } from './rounds.ts';
import { askOf, attribute, type Asker, type Attribution } from './whom-to-ask.ts';

/** As long as a question may take: a server may still work on what was given up, and ask about it. */
const leftForMs = 600_000;
const maxLeft = 1_000;
/** Of clients that were sent to a URL and may yet be told that it is done. */
const maxSent = 1_000;

interface Spoken {
  readonly message: SpokenMessage;
  /** The call on whose own stream it came; else one of those under way. */
  readonly of?: Asker | undefined;
  readonly underWay: Iterable<Asker>;
  readonly reply: (text: string) => void;
}

/** What a server of the legacy era asks over one link while it works. A class because it knows what is open. */
export class ServerQuestions {
  readonly #open = new Map<RpcId, CallCancellation>();
  readonly #sent = new Map<string, Interaction>();
  /** Calls in which the server asked what their client cannot be asked. */
  readonly #lacking = new WeakMap<object, JsonObject>();
  /** Owners of calls that were given up, and when. */
  #left: { readonly owner: string | undefined; readonly at: number }[] = [];
  #lastKey = 0;

  /** Whether it was something about questions. */
  hear(spoken: Spoken): boolean {
    const { id, method, params = {} } = spoken.message;
    if (id !== undefined) {
      if (isInputMethod(method)) this.#take(id, { method, params }, spoken);
      return isInputMethod(method);
    }
    if (method === 'notifications/cancelled') this.#withdraw(params['requestId']);
    else if (method === 'notifications/elicitation/complete') this.#completed(params['elicitationId']);
    else return false;
    return true;
  }

  /** A call was given up. Nothing tells when the server has stopped working on it. */
  gaveUp({ method, interaction }: Pick<LinkRequest, 'method' | 'interaction'>): void {
    if (!isUse(method)) return;
    this.#left.push({ owner: interaction?.owner, at: performance.now() });
    if (this.#left.length > maxLeft) this.#left.shift();
  }

  /**
   * Sends the client to the URLs that a server wants to be visited before it does what was asked, as an error of
   * 2025-11-25 says. Whether the client agreed to all of them, so that the request may be sent again.
   */
  async visitUrls(
    { interaction, interactionMs = Infinity, signal }: LinkRequest,
    { error }: RpcAnswer,
  ): Promise<boolean> {
    if (!interaction) return false;
    const requests = readUrls(error?.data);
    const isAskable = requests.every((one) => !missingCapability(interaction.capabilities, one));
    if (requests.length === 0 || !isAskable) return false;
    for (const one of requests) this.#noteSent(one, interaction);
    const keyed = Object.fromEntries(requests.map((one) => [this.#key(), one]));
    const answers = await interaction.ask(keyed, { limitMs: interactionMs, signal });
    return Object.values(answers).every(({ result }) => result?.['action'] === 'accept');
  }

  /**
   * A server that could not ask, and then failed, could not do without it. That is said as a modern server says it,
   * who is told beforehand.
   */
  explain(ask: LinkRequest, answer: RpcAnswer): RpcAnswer {
    const requiredCapabilities = this.#lacking.get(ask);
    const hasFailed = answer.error !== undefined || answer.result['isError'] === true;
    if (!requiredCapabilities || !hasFailed) return answer;
    const message = 'The client cannot be asked what the server had to ask.';
    return { error: { code: rpcCodes.missingClientCapability, message, data: { requiredCapabilities } } };
  }

  #take(id: RpcId, request: InputRequest, { of, underWay, reply }: Spoken): void {
    const found: Attribution = of ? askOf(of, request) : attribute(request, underWay, this.#hasLeft);
    if ('answer' in found && found.lacking)
      this.#lacking.set(found.lacking.asker.ask, found.lacking.required);
    if ('answer' in found) reply(encodeAnswer(id, found.answer));
    else void this.#ask(id, request, { ...found, reply });
  }

  async #ask(
    id: RpcId,
    request: InputRequest,
    { asker, interaction, reply }: Extract<Attribution, { asker: Asker }> & Pick<Spoken, 'reply'>,
  ): Promise<void> {
    const signal = new CallCancellation();
    const key = this.#key();
    this.#open.set(id, signal);
    this.#noteSent(request, interaction);
    asker.hold();
    try {
      const limitMs = asker.ask.interactionMs ?? Infinity;
      const answers = await interaction.ask({ [key]: request }, { limitMs, signal, isOneOfMany: true });
      reply(encodeAnswer(id, answers[key] ?? unanswered('It got no answer.')));
    } catch (error) {
      const reason = PatchbayError.is(error) ? error.message : 'The client could not be asked.';
      if (!signal.aborted) reply(encodeAnswer(id, unanswered(reason)));
    } finally {
      asker.resume();
      if (this.#open.get(id) === signal) this.#open.delete(id);
    }
  }

  readonly #hasLeft = (owner: string | undefined): boolean => {
    const since = performance.now() - leftForMs;
    if (this.#left.length > 0) this.#left = this.#left.filter(({ at }) => at > since);
    return this.#left.some((one) => one.owner !== owner);
  };

  #withdraw(id: unknown): void {
    if (typeof id === 'string' || typeof id === 'number') this.#open.get(id)?.abort();
  }

  #noteSent({ params }: InputRequest, interaction: Interaction): void {
    const { elicitationId } = params;
    if (typeof elicitationId !== 'string') return;
    this.#sent.set(elicitationId, interaction);
    const [oldest] = this.#sent.keys();
    if (this.#sent.size > maxSent && oldest !== undefined) this.#sent.delete(oldest);
  }

  #completed(elicitationId: unknown): void {
    if (typeof elicitationId !== 'string') return;
    this.#sent.get(elicitationId)?.completed(elicitationId);
    this.#sent.delete(elicitationId);
  }

  #key(): string {
    return `input-${String(++this.#lastKey)}`;
  }
}

/** Requests to a legacy server, which may want a URL to be visited before it does what is asked: then it is asked once more. */
export function withVisits({
  questions,
  send,
}: {
  readonly questions: ServerQuestions;
  readonly send: Link['request'];
}): Link['request'] {
  return async (ask) => {
    const answer = await send(ask);
    const isRefused = answer.error?.code === rpcCodes.urlElicitationRequired;
    return isRefused && (await questions.visitUrls(ask, answer)) ? send(ask) : questions.explain(ask, answer);
  };
}

function unanswered(message: string): RpcAnswer {
  return { error: { code: rpcCodes.internalError, message } };
}

function readUrls(data: unknown): InputRequest[] {
  const { elicitations }: JsonObject = isJsonObject(data) ? data : {};
  if (!Array.isArray(elicitations)) return [];
  return elicitations
    .filter(isJsonObject)
    .map((one): InputRequest => ({ method: 'elicitation/create', params: { ...one, mode: 'url' } }));
}
