import type { ToolResult } from '@patchbay/contracts';
import { asContent, equipmentOf, findRunTool, runStatus, type OpenCall, type RunTool } from '@patchbay/core';
import { dispatch } from './dispatch.ts';
import { lookAtQuestion, type Ready } from './look-at-question.ts';
import { outcomeUnknown, toContent } from './results.ts';
import type { Work } from './work.ts';

/** Makes the calls of a turn, all at once. `waiting` when some of them need an approval that nobody has given yet. */
export async function callTools(work: Work, calls: readonly OpenCall[]): Promise<'waiting' | 'done'> {
  const { log } = work;
  const ready = await Promise.all(calls.map((call) => getReady(work, call)));
  const isSuspended = runStatus(log.stored.steps) === 'WAITING';
  if (isSuspended && ready.every(({ kind }) => kind === 'wait')) return 'waiting';
  if (isSuspended) await log.write({ kind: 'resumed' });
  const ends = await Promise.allSettled(
    ready.map((one, at) => settle(work, one, calls[at] as OpenCall)), // as many as there are calls
  );
  const broken = ends.find((end) => end.status === 'rejected');
  if (broken) throw broken.reason;
  const isWaiting = ends.some((end) => end.status === 'fulfilled' && end.value === 'waiting');
  if (!isWaiting) return 'done';
  await log.write({ kind: 'suspended' });
  return 'waiting';
}

/** What is to be done with a call, by what is known of it. */
async function getReady(work: Work, { call, state, question, isTooMany }: OpenCall): Promise<Ready> {
  const { ports, log } = work;
  const { run, steps } = log.stored;
  if (isTooMany && state === 'new') return { kind: 'result', result: tooMany(run.agent.limits.maxToolCalls) };
  let tool: RunTool;
  try {
    tool = findRunTool(equipmentOf(steps)?.tools ?? [], call.name);
  } catch (error) {
    return { kind: 'result', result: asContent(error) };
  }
  if (state === 'new') return { kind: 'begin', tool };
  if (question) return lookAtQuestion(work, { call, tool, question });
  const fate = await ports.lookUpCall(call.id, tool, run);
  if (fate.kind === 'repeat') return { kind: 'call', tool };
  return { kind: 'result', result: fate.kind === 'ended' ? fate.result : outcomeUnknown(tool) };
}

async function settle(work: Work, ready: Ready, { call }: OpenCall): Promise<'waiting' | 'done'> {
  const { log } = work;
  if (ready.kind === 'wait') return 'waiting';
  if (ready.kind === 'result') {
    await log.write({ kind: 'result', callId: call.id, result: ready.result });
    return 'done';
  }
  if (ready.kind === 'begin') await log.write({ kind: 'called', callId: call.id });
  return dispatch(work, { call, ...ready });
}

function tooMany(maxToolCalls: number): ToolResult {
  return toContent(`This call was not made: a run may call tools ${String(maxToolCalls)} times.`);
}
