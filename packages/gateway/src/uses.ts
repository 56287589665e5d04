import {
  fail,
  isJsonObject,
  metaKeys,
  PatchbayError,
  type Era,
  type Implementation,
  type JsonObject,
  type RpcAnswer,
  type RpcFailure,
  type RpcRequest,
} from '@patchbay/contracts';
import type { AskedOffer, Log, UseOffers } from '@patchbay/core';
import type { AskedByClient } from './calls.ts';
import { metaOf } from './envelope.ts';
import { internalError, toRpcFailure } from './failures.ts';
import { invalidParams } from './incoming.ts';
import { passedOn } from './request-meta.ts';
import type { Running } from './running.ts';

export interface UsesDeps {
  readonly useOffers: UseOffers;
  readonly log: Log;
  readonly serverInfo: Implementation;
  readonly running: Running;
}

/** What is asked of the server that has it, and what the question cannot do without. */
const needs: ReadonlyMap<string, (params: JsonObject) => string | undefined> = new Map([
  ['resources/read', (params) => missingText(params, 'uri')],
  ['prompts/get', (params) => missingText(params, 'name')],
  ['completion/complete', (params) => missingObject(params, 'ref') ?? missingObject(params, 'argument')],
]);

/** Each needs the role operator, as a call does. */
export function isUse(method: string): boolean {
  return needs.has(method);
}

/** Answers what makes use of resources and prompts. */
export class Uses {
  readonly #deps: UsesDeps;

  constructor(deps: UsesDeps) {
    this.#deps = deps;
  }

  /** Undefined when nobody waits for the answer any more. */
  async answer(asked: AskedByClient): Promise<RpcAnswer | undefined> {
    const { message, era, controller } = asked;
    const missing = needs.get(message.method)?.(message.params ?? {});
    if (missing !== undefined) return { error: invalidParams(missing) };
    try {
      const result = await this.#deps.running.during(controller, () => this.#use(asked));
      return { result: this.#ofEra(era, message, result) };
    } catch (error) {
      if (controller.aborted) return this.#deps.running.answerAborted();
      return { error: this.#toFailure(error, era) };
    }
  }

  #use({ principal, view, message, controller, ...others }: AskedByClient): Promise<JsonObject> {
    const { useOffers } = this.#deps;
    const { trace, onProgress, log, interaction } = others;
    const { method, params = {} } = message;
    const asked: AskedOffer = {
      principal,
      offers: view,
      meta: passedOn(metaOf(params)),
      trace,
      signal: controller,
      log,
      onProgress,
      interaction,
    };
    if (method === 'completion/complete') return useOffers.complete(asked, params);
    // `needs` has looked at them
    if (method === 'prompts/get')
      return useOffers.getPrompt(asked, params['name'] as string, params['arguments']);
    return useOffers.readResource(asked, params['uri'] as string);
  }

  #ofEra(era: Era, { method }: RpcRequest, result: JsonObject): JsonObject {
    const { resultType: _, ttlMs, cacheScope: __, _meta, ...others } = result;
    const { [metaKeys.serverInfo]: ___, ...meta }: JsonObject = isJsonObject(_meta) ? _meta : {};
    if (era === 'legacy') return { ...others, ...(Object.keys(meta).length > 0 && { _meta: meta }) };
    return {
      ...others,
      resultType: 'complete',
      ...(method === 'resources/read' && {
        ttlMs: typeof ttlMs === 'number' ? ttlMs : 0,
        cacheScope: 'private',
      }),
      _meta: { ...meta, [metaKeys.serverInfo]: this.#deps.serverInfo },
    };
  }

  #toFailure(error: unknown, era: Era): RpcFailure {
    if (PatchbayError.is(error)) return toRpcFailure(error, era);
    this.#deps.log.error('mcp.request.failed', { error });
    return internalError(fail('UNEXPECTED', {}));
  }
}

function missingText(params: JsonObject, key: string): string | undefined {
  return typeof params[key] === 'string' ? undefined : `"${key}" is not a text.`;
}

function missingObject(params: JsonObject, key: string): string | undefined {
  return isJsonObject(params[key]) ? undefined : `"${key}" is not an object.`;
}
