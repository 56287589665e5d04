import { fail, type AgentEntry, type CompletionBody, type CompletionModel } from '@patchbay/contracts';
import {
  toRunView,
  type Definition,
  type DefinitionBook,
  type Principal,
  type RunId,
  type StoredRun,
  type SubmitRun,
  type TraceContext,
} from '@patchbay/core';
import { followAnswer, type FollowAnswerDeps } from '../completions/follow-answer.ts';
import { cancelWhenGone, type HungUpDeps } from '../completions/hung-up.ts';
import { readMessages } from '../completions/read-messages.ts';
import {
  extensionOf,
  toChunk,
  toCompletion,
  toOpenAiError,
  toUsageChunk,
  type Conclusion,
} from '../completions/to-completion.ts';
import type { Handlers } from '../handler.ts';
import { traceOf } from '../http/trace-of.ts';
import { sendEvents } from '../send-events.ts';
import { originOf } from './models.ts';

export interface CompletionHandlerDeps extends FollowAnswerDeps, HungUpDeps, Pick<SubmitRun, 'submit'> {
  readonly book: Pick<DefinitionBook<AgentEntry>, 'now'>;
  readonly heartbeatMs: number;
}

type CompletionRoute = 'createCompletion' | 'listCompletionModels' | 'getCompletionModel';

/** Agents, for clients that only know OpenAI's models. */
export function completionHandlers(deps: CompletionHandlerDeps): Handlers<CompletionRoute> {
  const { book } = deps;
  return {
    async createCompletion({ body, principal, request, isStillAllowed }) {
      const stored = await runFor(deps, body, { principal, trace: traceOf(request) });
      if (body.stream === true)
        return streamAnswer(deps, stored, { body, principal, request, isStillAllowed });
      const answered = cancelWhenGone(deps, { stored, principal }, request.signal);
      const until = AbortSignal.any([request.signal, deps.stopping]);
      const { end, content } = await wholeAnswer(deps, stored, until).finally(answered);
      return { body: toCompletion(end, content), headers: headersOf(stored) };
    },

    listCompletionModels: () => ({ body: { object: 'list', data: [...book.now().values()].map(toModel) } }),

    getCompletionModel({ params: { model: agent } }) {
      const found = book.now().get(agent);
      if (!found) throw fail('AGENT_NOT_FOUND', { agent, available: [...book.now().keys()] });
      return { body: toModel(found) };
    },
  };
}

/** A new one, or that which waited when the client heard of it last. Nobody goes on with what is not theirs. */
async function runFor(
  { store, submit }: CompletionHandlerDeps,
  { model, messages }: CompletionBody,
  { principal, trace }: { readonly principal: Principal; readonly trace: TraceContext | undefined },
): Promise<StoredRun> {
  const wish = readMessages(messages);
  if (wish.kind === 'ask') {
    const { input, ...given } = wish;
    return { run: await submit({ agent: model, input }, principal, { ...given, trace }), steps: [] };
  }
  const stored = await store.find(wish.runId as RunId); // one that is none is not found
  if (stored?.run.principal.id !== principal.id) throw fail('RUN_NOT_FOUND', { id: wish.runId });
  return stored;
}

async function wholeAnswer(deps: CompletionHandlerDeps, stored: StoredRun, signal: AbortSignal) {
  const said: string[] = [];
  for await (const heard of followAnswer(deps, stored, signal)) {
    if (heard.kind === 'content') said.push(heard.text);
    if (heard.kind !== 'end') continue;
    const { run, waitsFor } = heard;
    refuseUnanswered(heard);
    return { end: { run, waitsFor }, content: waitsFor.length > 0 ? said.join('') : (run.answer ?? '') };
  }
  throw fail('HUB_STOPPING', {});
}

function refuseUnanswered({ run, waitsFor }: Conclusion): void {
  if (waitsFor.length > 0 || run.status === 'SUCCEEDED') return;
  throw fail('RUN_FAILED', { id: run.id, reason: run.error ?? run.reason ?? run.status });
}

interface Streamed {
  readonly body: CompletionBody;
  readonly principal: Principal;
  readonly request: Request;
  readonly isStillAllowed: () => Promise<boolean>;
}

function streamAnswer(
  deps: CompletionHandlerDeps,
  stored: StoredRun,
  { body, principal, request, isStillAllowed }: Streamed,
): Response {
  const { stopping, heartbeatMs } = deps;
  const head = toRunView(stored);
  /** Watched from the first moment on: a client may leave before it has read anything. */
  function texts(signal: AbortSignal): AsyncGenerator<string> {
    return speak(signal, cancelWhenGone(deps, { stored, principal }, signal));
  }
  async function* speak(signal: AbortSignal, answered: () => void): AsyncGenerator<string> {
    yield toText(toChunk(head, { role: 'assistant', content: '' }));
    for await (const heard of followAnswer(deps, stored, AbortSignal.any([signal, stopping]))) {
      if (heard.kind !== 'end') {
        yield toText(toChunk(head, { [heard.kind]: heard.text }));
        continue;
      }
      answered();
      yield* lastTexts(heard, body.stream_options?.include_usage === true);
    }
  }
  const response = sendEvents({ texts, isStillAllowed, signal: request.signal, stopping, heartbeatMs });
  for (const [name, value] of Object.entries(headersOf(stored))) response.headers.set(name, value);
  return response;
}

function* lastTexts(end: Conclusion, hasUsage: boolean): Generator<string> {
  const { run, waitsFor } = end;
  if (waitsFor.length === 0 && run.status !== 'SUCCEEDED') {
    const reason = run.error ?? run.reason ?? run.status;
    return yield toText(toOpenAiError(fail('RUN_FAILED', { id: run.id, reason })));
  }
  yield toText({ ...toChunk(run, {}, 'stop'), patchbay: extensionOf(end) });
  if (hasUsage) yield toText(toUsageChunk(run));
  yield 'data: [DONE]\n\n';
}

function toText(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

function headersOf({ run }: StoredRun): Readonly<Record<string, string>> {
  return { 'X-Run-Id': run.id };
}

function toModel(agent: Definition<AgentEntry>): CompletionModel {
  const { updatedAt } = originOf(agent);
  const created = updatedAt === null ? 0 : Math.floor(Date.parse(updatedAt) / 1_000);
  return { id: agent.name, object: 'model', created, owned_by: 'patchbay' };
}
