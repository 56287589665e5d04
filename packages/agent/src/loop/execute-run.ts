import { fail, PatchbayError } from '@patchbay/contracts';
import {
  hasEnded,
  isCallLine,
  nextStep,
  traced,
  type Equipment,
  type Next,
  type Run,
  type RunId,
  type TraceContext,
} from '@patchbay/core';
import { askModel } from './ask-model.ts';
import { callTools } from './call-tools.ts';
import type { RunPorts } from './run-ports.ts';
import { StepLog, Superseded } from './step-log.ts';
import { Work } from './work.ts';

/**
 * Why nobody works on the run any more, here. `waiting`: until one of its approvals is decided or expires. `stopped`: the
 * signal came before the end. `superseded`: somebody else works on it. The last two go on from what is stored.
 */
export type RunOutcome = 'ended' | 'waiting' | 'stopped' | 'superseded';

export interface RunSignals {
  /** Ends the work at once, the model and the calls of tools too. */
  readonly signal: AbortSignal;
  /** Lets what was begun come to its end, and begins nothing more. */
  readonly drain?: AbortSignal | undefined;
}

/**
 * Works on a run until it ends or must wait. Everything is stored step by step, so that it may be killed at any moment and
 * called again, here or elsewhere. To cancel a run, write a `cancel` step and then abort the signal; without the step,
 * the signal only stops this work.
 */
export async function executeRun(ports: RunPorts, id: RunId, signals: RunSignals): Promise<RunOutcome> {
  const stored = await ports.store.find(id);
  if (!stored) throw fail('RUN_NOT_FOUND', { id });
  const log = new StepLog(ports, stored);
  if (hasEnded(stored.steps)) return 'ended';
  return traced(ports.tracing, spanOf(stored.run), (trace) => execute(ports, log, { ...signals, trace }));
}

/** One for each time that somebody works on it; all of them belong to what the run was asked for by. */
function spanOf({ id, agent, conversationId, trace }: Run) {
  return {
    name: `invoke_agent ${agent.name}`,
    kind: 'internal',
    parent: trace,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': agent.name,
      'gen_ai.conversation.id': conversationId,
      'patchbay.run.id': id,
    },
    describe: (outcome: RunOutcome) => ({ attributes: { 'patchbay.run.outcome': outcome } }),
  } as const;
}

type Execution = RunSignals & { readonly trace: TraceContext | undefined };

async function execute(ports: RunPorts, log: StepLog, signals: Execution): Promise<RunOutcome> {
  await using work = new Work(ports, log, signals);
  try {
    return await workOn(work, signals);
  } catch (error) {
    if (error instanceof Superseded) return 'superseded';
    if (signals.signal.aborted || PatchbayError.is(error, 'HUB_STOPPING')) return 'stopped';
    throw error;
  }
}

async function workOn(work: Work, { signal, drain }: RunSignals): Promise<RunOutcome> {
  const { log, ports } = work;
  for (;;) {
    if (signal.aborted) await log.reload(); // was it cancelled?
    const next = nextStep(log.stored, ports.clock.now());
    if (next.kind === 'nothing') return 'ended';
    if (next.kind === 'end') await conclude(work, next);
    else if (signal.aborted || drain?.aborted) return 'stopped';
    else if ((await takeStep(work, next)) === 'waiting') return 'waiting';
  }
}

async function takeStep(
  work: Work,
  next: Exclude<Next, { kind: 'end' | 'nothing' }>,
): Promise<'waiting' | 'done'> {
  try {
    if (next.kind === 'tools') return await callTools(work, next.calls);
    await (next.kind === 'prepare' ? prepare(work) : askModel(work, next));
  } catch (error) {
    if (!work.signal.aborted || error instanceof Superseded) throw error; // what was aborted says so in the next round
  }
  return 'done';
}

/** A question that nobody needs an answer to is not left standing. */
async function conclude({ log, ports }: Work, { end }: Extract<Next, { kind: 'end' }>): Promise<void> {
  const { run, steps } = log.stored;
  const answered = new Set(steps.flatMap((step) => (step.kind === 'result' ? [step.callId] : [])));
  const open = steps.flatMap((step) =>
    step.kind === 'waits' && !answered.has(step.callId) ? [step.question.id] : [],
  );
  await log.write({ kind: 'ended', end });
  for (const id of open)
    await ports.withdraw(id, run).catch((error: unknown) => {
      ports.log.info('run.question-left', { run: run.id, approval: id, error });
    });
}

/** Which tools and which model there are, once for the whole run. Without tools it goes on all the same. */
async function prepare(work: Work): Promise<void> {
  const { ports, log, signal } = work;
  const { run } = log.stored;
  try {
    const model = isCallLine(run.input) ? noModel : toFacts(await ports.modelOf(run.agent.model));
    const equipment = await openEquipment(work);
    if (signal.aborted) return;
    await log.write({ kind: 'prepared', equipment: { ...equipment, model } });
  } catch (error) {
    if (!PatchbayError.is(error)) throw error;
    const { code: reason, message } = error;
    await log.write({ kind: 'ended', end: { status: 'FAILED', reason, message } });
  }
}

async function openEquipment(work: Work): Promise<Omit<Equipment, 'model'>> {
  try {
    return (await work.tools()).equipment;
  } catch (error) {
    const { run } = work.log.stored;
    work.ports.log.error('run.tools-unavailable', { run: run.id, error });
    const reason = PatchbayError.is(error) ? error.message : 'Something went wrong.';
    return { tools: [], instructions: undefined, unavailable: [{ server: '*', reason }], leftOut: [] };
  }
}

function toFacts({
  seesImages,
  contextTokens,
  maxOutputTokens,
  prices,
}: Equipment['model']): Equipment['model'] {
  return { seesImages, contextTokens, maxOutputTokens, prices };
}

const noModel: Equipment['model'] = {
  seesImages: false,
  contextTokens: 0,
  maxOutputTokens: 0,
  prices: { input: 0, output: 0 },
};
