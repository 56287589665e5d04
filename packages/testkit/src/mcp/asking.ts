import type { Json, JsonObject, RpcAnswer } from '@patchbay/contracts';
import { capabilitiesKey, codes, isObject, metaOf, notification, ok, paramsOf, refuse } from './wire.ts';
import type { Ask } from './world.ts';

// How a tool asks its client: by requests of its own in the legacy era, by its answer in the modern one.

/** By keys of its own, each a `method` and `params`. */
export type Questions = Readonly<Record<string, JsonObject>>;

export interface AskClient {
  /** What the client answered to each: its result, or its error. */
  (
    questions: Questions,
    how?: { readonly careless?: boolean; readonly withdraws?: boolean },
  ): Promise<JsonObject>;
}

/** Thrown through a tool that cannot go on in this request. The next one begins it anew, with more answers. */
export class NotYet extends Error {
  readonly answer: RpcAnswer;

  constructor(answer: RpcAnswer) {
    super('It must know something first.');
    this.answer = answer;
  }
}

/** What was answered before comes back with the state, so that this server has no memory. */
export function askModern(ask: Ask): AskClient {
  const { inputResponses, requestState } = paramsOf(ask.message);
  const known: JsonObject = {
    ...readState(requestState),
    ...(isObject(inputResponses) ? inputResponses : {}),
  };
  return async (questions, { careless = false } = {}) => {
    const missing = Object.entries(questions).filter(([key]) => known[key] === undefined);
    if (missing.length === 0)
      return Object.fromEntries(Object.keys(questions).map((key) => [key, known[key]]));
    const lacking = missing.map(([, { method }]) => kindOf(method)).find((kind) => !declares(ask, kind));
    if (lacking !== undefined && !careless)
      throw new NotYet(
        refuse(codes.missingCapability, `The client lacks ${lacking}`, {
          requiredCapabilities: { [lacking]: {} },
        }),
      );
    throw new NotYet(
      ok({
        resultType: 'input_required',
        inputRequests: Object.fromEntries(missing),
        requestState: Buffer.from(JSON.stringify(known)).toString('base64'),
      }),
    );
  };
}

export function askLegacy({ peer, signal }: Ask): AskClient {
  const { session } = peer;
  const askOne = ({ method, params }: JsonObject, withdraws: boolean): Promise<Json> => {
    session.lastAsked += 1;
    const id = `ask-${String(session.lastAsked)}`;
    const { promise, resolve, reject } = Promise.withResolvers<Json>();
    session.asked.set(id, resolve);
    signal.addEventListener('abort', () => reject(new NotYet(ok({}))), { once: true });
    peer.notify({ jsonrpc: '2.0', id, method, params });
    if (withdraws) {
      peer.notify(notification('notifications/cancelled', { requestId: id }));
      resolve('withdrawn');
    }
    return promise;
  };
  return async (questions, { withdraws = false } = {}) => {
    const answers = Object.entries(questions).map(
      async ([key, one]) => [key, await askOne(one, withdraws)] as const,
    );
    return Object.fromEntries(await Promise.all(answers));
  };
}

function readState(state: Json | undefined): JsonObject {
  if (typeof state !== 'string') return {};
  return JSON.parse(Buffer.from(state, 'base64').toString()) as JsonObject; // our own
}

const kindOf = (method: Json | undefined): string =>
  (typeof method === 'string' && method.split('/')[0]) || '';

function declares({ message }: Ask, kind: string): boolean {
  const declared = metaOf(message)[capabilitiesKey];
  return isObject(declared) && isObject(declared[kind]);
}
