import { PatchbayError } from '@patchbay/contracts';
import {
  createReactStream,
  equipmentOf,
  messageIdOf,
  toRequest,
  traced,
  type Failure,
  type ModelPart,
  type Next,
  type Reply,
} from '@patchbay/core';
import { pauseFor } from './pause-for.ts';
import { Superseded } from './step-log.ts';
import type { Work } from './work.ts';

/** One turn of the model: asked for, listened to, stored. What goes wrong is stored too, and decides what comes next. */
export async function askModel(work: Work, next: Extract<Next, { kind: 'ask' }>): Promise<void> {
  const { ports, log, signal } = work;
  const { turn, limit } = next;
  await pauseUntil(work, next.notBefore);
  await log.write({ kind: 'asked', turn, ...(limit !== undefined && { limit }) });
  try {
    const reply = await listen(work, next);
    signal.throwIfAborted();
    await log.write({ kind: 'answered', turn, reply });
  } catch (error) {
    if (signal.aborted || error instanceof Superseded) throw error;
    ports.log.warn('run.model-failed', { run: log.stored.run.id, turn, error });
    await log.write({ kind: 'unanswered', turn, failure: toFailure(error) });
  }
}

/** A little more than said, each time another little: those who failed together do not come back together. */
async function pauseUntil({ ports, signal }: Work, notBefore: Date): Promise<void> {
  const ms = notBefore.getTime() - ports.clock.now().getTime();
  if (ms > 0) await pauseFor(ports.timers, ms * (1 + ports.chance.fraction() / 4), signal);
}

/** Nothing of what is said leaves by the span, only how much it was. */
function listen(work: Work, next: Extract<Next, { kind: 'ask' }>): Promise<Reply> {
  const { ports, log, trace: parent } = work;
  const { agent, id } = log.stored.run;
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': agent.model,
    'patchbay.run.id': id,
    'patchbay.run.turn': next.turn,
  };
  const describe = ({ usage, finish }: Reply) => ({
    attributes: {
      'gen_ai.usage.input_tokens': usage.inputTokens,
      'gen_ai.usage.output_tokens': usage.outputTokens,
      'patchbay.model.finish': finish,
    },
  });
  const span = { name: `chat ${agent.model}`, kind: 'client', parent, attributes, describe } as const;
  return traced(ports.tracing, span, () => hear(work, next));
}

async function hear(work: Work, { turn, limit }: Extract<Next, { kind: 'ask' }>): Promise<Reply> {
  const { ports, log, signal } = work;
  const equipment = equipmentOf(log.stored.steps);
  if (!equipment) throw new Error('A model is asked before the run was prepared.');
  const { stored } = log;
  const attempt = stored.steps.filter((step) => step.kind === 'unanswered' && step.turn === turn).length;
  const model = await ports.modelOf(stored.run.agent.model);
  const speak = createSpeaker(work, turn);
  let reply: Reply | undefined;
  for await (const part of model.ask({ ...toRequest(stored, equipment, limit), attempt }, signal)) {
    if (part.kind === 'reply') ({ reply } = part);
    else speak.push(part);
  }
  speak.end();
  if (!reply) throw new Error(`The model "${model.name}" ended without a reply.`);
  return reply;
}

/** Tells those who read along what the model says while it says it. In ReAct, thoughts and answer are told apart. */
function createSpeaker({ ports, log }: Work, turn: number) {
  const { run } = log.stored;
  const messageId = messageIdOf(log.stored, turn);
  const stream = run.agent.dialect === 'react' ? createReactStream() : undefined;
  const say = (channel: 'text' | 'thought', delta: string): void =>
    ports.emit({
      runId: run.id,
      step: undefined,
      event: { name: 'message', data: { messageId, turn, channel, delta } },
    });
  return {
    push({ channel, text }: Extract<ModelPart, { kind: 'delta' }>): void {
      if (!stream || channel === 'thought') return say(channel, text);
      for (const piece of stream.push(text)) say(piece.channel, piece.text);
    },
    end(): void {
      for (const piece of stream?.end() ?? []) say(piece.channel, piece.text);
    },
  };
}

function toFailure(error: unknown): Failure {
  if (!PatchbayError.is(error))
    return { code: 'UNEXPECTED', message: 'Something went wrong.', isRetryable: false };
  const { code, message, retry } = error;
  const retryAfterMs = PatchbayError.is(error, 'MODEL_UNAVAILABLE') ? error.data.retryAfterMs : undefined;
  return { code, message, isRetryable: retry, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}
