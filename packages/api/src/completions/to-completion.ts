import type { Completion, CompletionError, PatchbayError, RunView } from '@patchbay/contracts';
import type { Approval } from '@patchbay/core';

/** How far a run came when its client was answered. */
export interface Conclusion {
  readonly run: RunView;
  readonly waitsFor: readonly Approval[];
}

export function toCompletion({ run, waitsFor }: Conclusion, content: string): Completion {
  const message = { role: 'assistant', content, refusal: null } as const;
  return {
    ...headOf(run),
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
    usage: usageOf(run),
    patchbay: extensionOf({ run, waitsFor }),
  };
}

/** A piece of an answer that is streamed. */
export function toChunk(
  run: Pick<RunView, 'id' | 'agent' | 'createdAt'>,
  delta: object,
  finish: 'stop' | null = null,
) {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
  return { ...headOf(run), object: 'chat.completion.chunk', choices };
}

export function toUsageChunk(run: RunView) {
  return { ...headOf(run), object: 'chat.completion.chunk', choices: [], usage: usageOf(run) };
}

export function extensionOf({ run, waitsFor }: Conclusion): Completion['patchbay'] {
  const status = waitsFor.length > 0 ? 'WAITING' : 'SUCCEEDED';
  return { runId: run.id, status, approvals: waitsFor.map(({ id }) => id) };
}

/** Its clients read failures of their own shape only. */
export function isForOpenAi(path: string): boolean {
  return path.startsWith('/v1/');
}

export function toOpenAiError({ code, message, status }: PatchbayError): CompletionError {
  return { error: { message, type: typeOf(status), param: null, code } };
}

function typeOf(status: number): CompletionError['error']['type'] {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status < 500 ? 'invalid_request_error' : 'server_error';
}

function headOf({ id, agent, createdAt }: Pick<RunView, 'id' | 'agent' | 'createdAt'>) {
  return { id: `chatcmpl-${id}`, created: Math.floor(Date.parse(createdAt) / 1_000), model: agent };
}

function usageOf({ usage: { inputTokens, outputTokens } }: RunView): Completion['usage'] {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}
