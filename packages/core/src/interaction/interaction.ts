import type { JsonObject, RpcAnswer } from '@patchbay/contracts';
import type { Cancellation } from '../calls/cancellation.ts';
import type { PrincipalId } from '../ids.ts';

/** What a server may ask of the client that called it. */
export const inputMethods = ['elicitation/create', 'sampling/createMessage', 'roots/list'] as const;
export type InputMethod = (typeof inputMethods)[number];

export interface InputRequest {
  readonly method: InputMethod;
  readonly params: JsonObject;
}

/** By the keys of the one who asks, which are of no meaning to anybody else. */
export type InputRequests = Readonly<Record<string, InputRequest>>;
/** What the client answered to each, error or not. */
export type InputAnswers = Readonly<Record<string, RpcAnswer>>;

export interface InputPatience {
  readonly limitMs: number;
  /** Aborted when nobody wants to know any more: the client is told to forget about it. */
  readonly signal?: Cancellation | undefined;
  /** More may follow at once: whoever asks says one thing at a time. */
  readonly isOneOfMany?: true;
  /** The hub itself asks, and not a server whose words must be masked. */
  readonly isOurs?: true;
}

/** The way back to the client of a call while the call is under way. It ends with the call. */
export interface Interaction {
  /** Whose client it is. */
  readonly owner: PrincipalId;
  /** Calls with the same one come from one client of one owner; only those may be taken for each other. */
  readonly client: string;
  /** Of what the client declared, what is passed on. */
  readonly capabilities: JsonObject;
  /**
   * Resolves when everything is answered. Rejects with `INPUT_TIMEOUT`, `INPUT_FAILED`, `HUB_BUSY`, `HUB_STOPPING`, or
   * `CALL_CANCELLED` when the call or the question has ended.
   */
  ask(requests: InputRequests, patience: InputPatience): Promise<InputAnswers>;
  /** What the client was sent elsewhere for, by a URL, is done. */
  completed(elicitationId: string): void;
}

export function isInputMethod(method: unknown): method is InputMethod {
  return inputMethods.some((known) => known === method);
}
