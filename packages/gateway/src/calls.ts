import {
  fail,
  isJsonObject,
  metaKeys,
  PatchbayError,
  rpcCodes,
  type Era,
  type Implementation,
  type JsonObject,
  type RpcAnswer,
  type RpcFailure,
  type RpcRequest,
  type ToolResult,
} from '@patchbay/contracts';
import {
  asContent,
  type CallCancellation,
  type Chance,
  type Interaction,
  type Log,
  type LogWish,
  type TraceContext,
} from '@patchbay/core';
import { metaOf } from './envelope.ts';
import type { Asker } from './exchange.ts';
import { internalError, missingCapability, toForeignCode } from './failures.ts';
import { invalidParams } from './incoming.ts';
import { wrapResult } from './legacy-output.ts';
import { passedOn } from './request-meta.ts';
import type { Running } from './running.ts';
import type { TraitsOf } from './tool-traits.ts';

export interface CallsDeps {
  readonly chance: Pick<Chance, 'uuid'>;
  readonly log: Log;
  readonly serverInfo: Implementation;
  readonly running: Running;
  readonly traitsOf: TraitsOf;
}

export interface AskedByClient extends Asker {
  readonly message: RpcRequest;
  readonly era: Era;
  readonly trace: TraceContext | undefined;
  /** Aborted when the client gives up. */
  readonly controller: CallCancellation;
  /** For progress, if the client wants it and can take it. */
  readonly onProgress: ((params: JsonObject) => void) | undefined;
  readonly log: LogWish | undefined;
  /** The way back to the client, if it can be asked anything. */
  readonly interaction?: Interaction | undefined;
}

/** Answers tools/call. */
export class Calls {
  readonly #deps: CallsDeps;

  constructor(deps: CallsDeps) {
    this.#deps = deps;
  }

  /** Undefined when nobody waits for the answer any more. */
  async answer(asked: AskedByClient): Promise<RpcAnswer | undefined> {
    const { message, era, controller } = asked;
    const name = message.params?.['name'];
    if (typeof name !== 'string') return { error: invalidParams('"name" is not a text.') };
    try {
      const result = await this.#deps.running.during(controller, () => this.#call(asked, name));
      return {
        result: era === 'modern' ? this.#toModern(result) : this.#toLegacy(result, asked, name),
      };
    } catch (error) {
      return this.#answerFailure(error, asked);
    }
  }

  #call(asked: AskedByClient, name: string): Promise<ToolResult> {
    const { principal, view, message, trace, controller, onProgress, log, interaction } = asked;
    const meta = metaOf(message.params);
    return view.callTool({
      id: this.#deps.chance.uuid(),
      principal,
      via: 'mcp',
      whenAsked: 'tell',
      name,
      arguments: message.params?.['arguments'],
      meta: passedOn(meta),
      trace,
      signal: controller,
      log,
      onProgress,
      interaction,
    });
  }

  #toModern(result: ToolResult): JsonObject {
    const meta = isJsonObject(result['_meta']) ? result['_meta'] : undefined;
    const _meta = { ...meta, [metaKeys.serverInfo]: this.#deps.serverInfo };
    return { ...result, resultType: 'complete', _meta };
  }

  /** Looked up only for what may need it. */
  #toLegacy(result: ToolResult, { view, principal }: AskedByClient, name: string): JsonObject {
    if (result['structuredContent'] === undefined) return toLegacy(result);
    const traits = this.#deps.traitsOf({ view, principal, name });
    return toLegacy(wrapResult(result, traits?.isOutputWrapped === true));
  }

  #answerFailure(error: unknown, { era, controller }: AskedByClient): RpcAnswer | undefined {
    if (controller.aborted) return this.#deps.running.answerAborted();
    const failure = toRpcFailure(error, era);
    if (failure) return { error: failure };
    if (!PatchbayError.is(error) || error.code === 'CALL_CANCELLED') {
      this.#deps.log.error('mcp.call.failed', { error });
      return { error: internalError(fail('UNEXPECTED', {})) };
    }
    const result = asContent(error);
    return { result: era === 'modern' ? this.#toModern(result) : result };
  }
}

/** Without what only the modern era has. */
function toLegacy(result: ToolResult): JsonObject {
  const { resultType, _meta, ...others } = result;
  if (resultType === undefined && _meta === undefined) return result;
  const { [metaKeys.serverInfo]: _, ...meta }: JsonObject = isJsonObject(_meta) ? _meta : {};
  return { ...others, ...(Object.keys(meta).length > 0 && { _meta: meta }) };
}

/** What is an error of the protocol, not of the tool: the server's own refusal, or a name that means nothing. */
function toRpcFailure(error: unknown, era: Era): RpcFailure | undefined {
  if (PatchbayError.is(error, 'CALL_REFUSED')) {
    const { code, reason, data } = error.data;
    return { code: toForeignCode(code, era), message: reason, ...(data !== undefined && { data }) };
  }
  if (!PatchbayError.is(error)) return undefined;
  if (PatchbayError.is(error, 'INPUT_UNAVAILABLE') && era === 'modern') return missingCapability(error);
  const isUnknown = error.code.startsWith('TOOL_');
  return isUnknown ? { code: rpcCodes.invalidParams, message: error.message } : undefined;
}
