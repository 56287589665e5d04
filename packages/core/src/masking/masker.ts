import {
  fail,
  PatchbayError,
  type ErrorData,
  type Json,
  type JsonObject,
  type ToolResult,
} from '@patchbay/contracts';
import type { Log } from '../log.ts';
import type { Effort } from './find-foreign.ts';
import { createFindText, type FindTextDeps } from './find-text.ts';
import { createMaskObject } from './mask-json.ts';
import { createMaskProgress } from './mask-progress.ts';
import { createMaskResult } from './mask-result.ts';
import { createMaskText } from './mask-text.ts';
import { createPace, run, walk, type Breathe, type Steps } from './steps.ts';
import { windowChars } from './windows.ts';

export interface MaskerDeps extends FindTextDeps {
  readonly breathe: Breathe;
  readonly log: Log;
  /** Told of everything that was masked: what found it, never what it was. */
  readonly onMasked: (by: string) => void;
}

/** What comes from a server goes to others through one of these. When it fails, nothing goes through. */
export interface Masker {
  result(result: ToolResult): ToolResult | Promise<ToolResult>;
  error(error: unknown): unknown;
  /** For the messages of one call. */
  progress(): (params: JsonObject) => JsonObject;
  /** For what it asks of a client. Throws when that cannot be shown. */
  input(params: JsonObject): JsonObject | Promise<JsonObject>;
}

const redacted = '[REDACTED: data masking failure — tool result could not be safely processed]';

export function createMasker(deps: MaskerDeps): Masker {
  const find = createFindText(deps);
  const text = createMaskText(find, deps.onMasked);
  const object = createMaskObject({ find, text, onMasked: deps.onMasked });
  const maskResult = createMaskResult({ find, text, object });
  const begin = (): Effort => ({ pace: createPace(windowChars), foreignMs: 0 });

  /** What stands for something that could not be masked. */
  const insteadOf = <T>(error: unknown, otherwise: () => T): T => {
    deps.log.error('masking.failed', { error });
    deps.onMasked('failure');
    return otherwise();
  };
  const guarded = <T>(steps: Steps<T>, otherwise: () => T): T | Promise<T> => {
    try {
      const done = walk(steps, deps.breathe);
      return done instanceof Promise ? done.catch((error: unknown) => insteadOf(error, otherwise)) : done;
    } catch (error) {
      return insteadOf(error, otherwise);
    }
  };

  return {
    result: (result) => guarded(maskResult(result, begin()), () => redactedResult(result)),
    error: (error) =>
      PatchbayError.is(error) ? guarded(maskError(error, begin()), () => redactedError(error)) : error,
    progress() {
      const maskProgress = createMaskProgress({ find, text, object });
      return (params) => {
        try {
          return run(maskProgress(params, begin()));
        } catch (error) {
          return insteadOf(error, () => redactedProgress(params));
        }
      };
    },
    input: (params) =>
      guarded(maskInput(params, begin()), () => {
        throw fail('INPUT_FAILED', { reason: 'what the server asked could not be masked.' });
      }),
  };

  /** An address is to be opened as it is, and is full of what looks like a secret: only what the hub holds is masked. */
  function* maskInput(params: JsonObject, effort: Effort): Steps<JsonObject> {
    const { url, ...others } = params;
    if (typeof url !== 'string') return yield* object(params, effort);
    return { ...(yield* object(others, effort)), url: text.known(url) };
  }

  function* maskError(error: PatchbayError, effort: Effort): Steps<PatchbayError> {
    const foreign = foreignIn(error);
    const shown = yield* object(foreign, effort);
    return shown === foreign ? error : withForeign(error, shown);
  }
}

function redactedResult({ isError }: ToolResult): ToolResult {
  const content = [{ type: 'text', text: redacted }];
  return isError === undefined ? { content } : { content, isError };
}

function redactedProgress({ progress, total }: JsonObject): JsonObject {
  return { progress, total, message: redacted };
}

/** The parts of an error that a server may have written. */
function foreignIn({ data }: PatchbayError): JsonObject {
  const { reason, data: own }: { reason?: Json; data?: Json | undefined } = data as object; // some have them
  return { ...(reason !== undefined && { reason }), ...(own !== undefined && { data: own }) };
}

function redactedError(error: PatchbayError): PatchbayError {
  const foreign = Object.keys(foreignIn(error)).map((key) => [key, redacted]);
  return foreign.length === 0 ? error : withForeign(error, Object.fromEntries(foreign) as JsonObject);
}

/** Without the error it was made from, which says the same unmasked. */
function withForeign({ code, data }: PatchbayError, foreign: JsonObject): PatchbayError {
  return new PatchbayError(code, { ...data, ...foreign } as ErrorData<typeof code>); // the same keys
}
