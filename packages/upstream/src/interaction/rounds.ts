import {
  fail,
  isJsonObject,
  PatchbayError,
  type Json,
  type JsonObject,
  type RpcAnswer,
} from '@patchbay/contracts';
import {
  inputUnavailable,
  isInputMethod,
  missingCapability,
  type InputAnswers,
  type InputRequest,
  type InputRequests,
  type Link,
  type LinkRequest,
} from '@patchbay/core';
import type { Failures } from '../classify.ts';

/** What makes a server work for somebody, who may then be asked something. */
const usingMethods: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** A server that has not made up its mind by then never will. */
const maxRounds = 10;

export interface RoundContext {
  readonly failures: Failures;
  readonly server: string;
  /** Sends a request anew, with an id of its own. */
  readonly send: (ask: LinkRequest) => Promise<RpcAnswer>;
}

export function isUse(method: string): boolean {
  return usingMethods.has(method);
}

/** Whether the server, of the modern era, must know something first. */
function wantsInput({ method }: LinkRequest, { result }: RpcAnswer): boolean {
  return result?.['resultType'] === 'input_required' && isUse(method);
}

/** Requests to a modern server, which may answer that it must know something first. */
export function inRounds(context: RoundContext): Link['request'] {
  return async (ask) => {
    const since = ask.interaction && performance.now();
    const answer = await context.send(ask);
    if (!wantsInput(ask, answer)) return answer;
    const tookMs = since === undefined ? 0 : performance.now() - since;
    return goOnWithInput(ask, { answer, tookMs }, context);
  };
}

/**
 * Asks the client what the server wants to know, and the server again with the answers, until it has its own. To
 * whoever called it is one request, whose time stands still while the client thinks.
 */
async function goOnWithInput(
  ask: LinkRequest,
  first: { readonly answer: RpcAnswer; readonly tookMs: number },
  context: RoundContext,
): Promise<RpcAnswer> {
  let { answer } = first;
  let leftMs = ask.timeoutMs - first.tookMs;
  for (let round = 1; round <= maxRounds; round += 1) {
    const given = await nextParams(ask, answer.result ?? {}, context);
    const since = performance.now();
    answer = await sendAgain(context, {
      ...ask,
      params: { ...ask.params, ...given },
      timeoutMs: Math.max(1, leftMs),
    });
    leftMs -= performance.now() - since;
    if (!wantsInput(ask, answer)) return answer;
  }
  throw context.failures.broke(`it asked for input more than ${String(maxRounds)} times in one call`);
}

/** The server has begun to work on it before, so whatever is lost now may have had an effect. */
async function sendAgain({ send, failures }: RoundContext, ask: LinkRequest): Promise<RpcAnswer> {
  try {
    return await send(ask);
  } catch (error) {
    throw PatchbayError.is(error, 'MCP_CONNECTION_FAILED') ? failures.lost(error.data.reason, error) : error;
  }
}

/** What is new in the next request. A server may also want only its own state back. */
async function nextParams(ask: LinkRequest, result: JsonObject, context: RoundContext): Promise<JsonObject> {
  const { requestState, inputRequests } = result;
  const requests = readRequests(inputRequests, context);
  const state = typeof requestState === 'string' && { requestState };
  if (requests === undefined && !state)
    throw context.failures.broke('it wants input, and does not say which');
  if (requests === undefined) return { ...state };
  const answers = await askClient(ask, requests, context);
  return { inputResponses: toResponses(answers), ...state };
}

function readRequests(given: Json | undefined, { failures }: RoundContext): InputRequests | undefined {
  if (!isJsonObject(given)) return undefined;
  const requests: Record<string, InputRequest> = {};
  for (const [key, one] of Object.entries(given)) {
    const { method, params }: JsonObject = isJsonObject(one) ? one : {};
    if (!isInputMethod(method))
      throw failures.broke(
        `it asks its client for ${JSON.stringify(method ?? null).slice(0, 100)}, which is not known here`,
      );
    requests[key] = { method, params: isJsonObject(params) ? params : {} };
  }
  return Object.keys(requests).length > 0 ? requests : undefined;
}

function askClient(
  ask: LinkRequest,
  requests: InputRequests,
  { server }: RoundContext,
): Promise<InputAnswers> {
  const { interaction, interactionMs = Infinity, signal } = ask;
  const missing = Object.values(requests).map((one) => missingCapability(interaction?.capabilities, one));
  if (!interaction || missing.some((one) => one !== undefined))
    throw inputUnavailable(server, Object.assign({}, ...missing) as JsonObject);
  return interaction.ask(requests, { limitMs: interactionMs, signal });
}

/** This era has no word for a client that fails to answer. */
function toResponses(answers: InputAnswers): JsonObject {
  return Object.fromEntries(
    Object.entries(answers).map(([key, { result, error }]) => {
      if (error) throw fail('INPUT_FAILED', { reason: error.message });
      return [key, result];
    }),
  );
}
