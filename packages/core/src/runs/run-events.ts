import type { RunEventData, RunEventName, ToolResult } from '@patchbay/contracts';
import { isCallLine } from './call-line.ts';
import { findRunTool } from './find-run-tool.ts';
import { readable } from './dialects/pictures.ts';
import { isHeldBack, textOfReply, type Reply } from './model.ts';
import { equipmentOf } from './equipment-of.ts';
import type { RunStep, StoredRun, UnavailableServer } from './run.ts';
import { totalsOf } from './run-totals.ts';
import { turnsOf } from './transcript.ts';

/** What the readers of a run are told. */
export type RunEvent = {
  readonly [N in RunEventName]: { readonly name: N; readonly data: RunEventData<N> };
}[RunEventName];

type StepOf<K extends RunStep['kind']> = Extract<RunStep, { kind: K }>;

type Tellers = {
  readonly [K in RunStep['kind']]: (stored: StoredRun, step: StepOf<K>) => readonly RunEvent[];
};

const nothing = (): readonly RunEvent[] => [];

const tellers: Tellers = {
  prepared: beginning,
  asked: nothing,
  answered: spoken,
  unanswered: (_, { failure }) => (failure.isRetryable ? [warning('MODEL_RETRIED', failure.message)] : []),
  called: (stored, { callId }) => [update(stored, callId, { status: 'IN_PROGRESS' })],
  waits: waiting,
  result(stored, { callId, result }) {
    const status = result.isError === true ? 'FAILED' : 'COMPLETED';
    return [update(stored, callId, { status, text: readable(result), ...moreThanText(result) })];
  },
  suspended: nothing,
  resumed: nothing,
  notice: (_, { code, message }) => [warning(code, message)],
  cancel: nothing,
  ended: ending,
};

/**
 * What the last of these steps tells those who read along. All but the pieces of a message and how far a tool is comes
 * from stored steps, so that a reader who comes later, or to another hub, is told the same.
 */
export function eventsOf(stored: StoredRun): readonly RunEvent[] {
  const step = stored.steps.at(-1);
  if (!step) return [];
  const tell = tellers[step.kind] as (stored: StoredRun, step: RunStep) => readonly RunEvent[]; // the one for this kind
  return tell(stored, step);
}

/** A turn that is asked again speaks anew, so it has another id. */
export function messageIdOf({ run, steps }: StoredRun, turn: number): string {
  const asks = steps.filter((step) => step.kind === 'asked' && step.turn === turn).length;
  return `${run.id}.${String(turn)}-${String(asks)}`;
}

function warning(code: string, message: string): RunEvent {
  return { name: 'warning', data: { code, message } };
}

function beginning({ run }: StoredRun, { equipment }: StepOf<'prepared'>): readonly RunEvent[] {
  const { tools, leftOut, unavailable } = equipment;
  const { id: runId, conversationId, agent } = run;
  const model = isCallLine(run.input) ? 'none' : agent.model;
  const init = { runId, conversationId, agent: agent.name, model };
  return [
    { name: 'init', data: { ...init, tools: tools.map(({ name }) => name) } },
    ...unavailable.map(({ server, reason }: UnavailableServer) =>
      warning('SERVER_UNAVAILABLE', `${server}: ${reason}`),
    ),
    ...(leftOut.length > 0 ? [warning('TOOLS_LEFT_OUT', tellLeftOut(leftOut, tools.length))] : []),
  ];
}

function tellLeftOut(leftOut: readonly string[], shown: number): string {
  const [first = ''] = leftOut;
  const others = leftOut.length > 1 ? ` and ${String(leftOut.length - 1)} more` : '';
  return `The model is shown ${String(shown)} tools; there was no room for ${first}${others}.`;
}

function spoken(stored: StoredRun, { turn, reply }: StepOf<'answered'>): readonly RunEvent[] {
  const messageId = messageIdOf(stored, turn);
  const meant = turnsOf(stored).at(-1)?.meant;
  const thoughts = reply.parts.flatMap((part) => (part.kind === 'thought' ? [part.text] : [])).join('');
  const said = textOfReply(reply);
  const isReact = stored.run.agent.dialect === 'react';
  const answer = meant?.kind === 'answer' ? meant.text : '';
  const say = (channel: 'text' | 'thought', text: string): RunEvent[] =>
    text.trim() === '' ? [] : [{ name: 'message', data: { messageId, turn, channel, text } }];
  return [
    ...say('thought', isReact && answer === '' ? said : thoughts),
    ...say('text', isReact ? answer : said),
    ...(meant?.kind === 'malformed' ? [warning('REPLY_MALFORMED', meant.correction)] : []),
    ...notWhole(reply),
  ];
}

/** Where a reader of text would get a word instead of the thing. */
function moreThanText({ content }: ToolResult): Pick<RunEventData<'tool_call_update'>, 'content'> {
  return content.every(({ type }) => type === 'text') ? {} : { content: [...content] };
}

/** A reply of which only a part came. Where nothing came at all, the end of the run says so. */
function notWhole(reply: Reply): readonly RunEvent[] {
  if (reply.finish === 'length') return [warning('REPLY_CUT', 'The model ran out of room for its reply.')];
  const isPart = isHeldBack(reply) && textOfReply(reply).trim() !== '';
  return isPart ? [warning('REPLY_HELD_BACK', 'The provider held the rest of its reply back.')] : [];
}

function update(
  stored: StoredRun,
  callId: string,
  about: Pick<RunEventData<'tool_call_update'>, 'status' | 'text' | 'content' | 'progress'>,
): RunEvent {
  const call = turnsOf(stored)
    .flatMap(({ calls }) => calls)
    .find(({ id }) => id === callId);
  const { serverId, toolName } = whatIsCalled(stored, call?.name ?? '');
  const shown = about.status === 'IN_PROGRESS' && call && about.progress === undefined;
  const data = { callId, serverId, toolName, ...(shown && { arguments: call.arguments }), ...about };
  return { name: 'tool_call_update', data };
}

/** How far a call is, while nothing of it is stored. */
export function progressOf(stored: StoredRun, callId: string, progress: unknown): RunEvent {
  return update(stored, callId, { status: 'IN_PROGRESS', progress });
}

function whatIsCalled({ steps }: StoredRun, name: string) {
  try {
    const { server, tool } = findRunTool(equipmentOf(steps)?.tools ?? [], name);
    return { serverId: server, toolName: tool };
  } catch {
    return { serverId: null, toolName: name };
  }
}

function waiting(stored: StoredRun, { callId, question }: StepOf<'waits'>): readonly RunEvent[] {
  const { id, server: serverId, tool: toolName, args, expiresAt } = question;
  const data = { approvalRequestId: id, callId, serverId, toolName, arguments: args, expiresAt };
  return [{ name: 'approval_required', data }, update(stored, callId, { status: 'WAITING' })];
}

function ending({ run, steps }: StoredRun, { end }: StepOf<'ended'>): readonly RunEvent[] {
  const { status, reason, message = reason, answer = null } = end;
  const error: RunEvent[] = status === 'FAILED' ? [{ name: 'error', data: { code: reason, message } }] : [];
  const data = { runId: run.id, status, reason, answer, ...totalsOf(steps) };
  return [...error, { name: 'done', data }];
}
