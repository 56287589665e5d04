import type { RunView } from '@patchbay/contracts';
import {
  followRun,
  storedEvents,
  toRunView,
  type Approval,
  type ApprovalId,
  type FollowRunDeps,
  type RunId,
  type StoredRun,
} from '@patchbay/core';
import { waitingMark } from './read-messages.ts';

export interface FollowAnswerDeps extends FollowRunDeps {
  readonly findApproval: (id: ApprovalId) => Promise<Approval | undefined>;
}

/** What an OpenAI client hears of a run: what is said, and then how far it came. */
export type Heard =
  | { readonly kind: 'content' | 'reasoning_content'; readonly text: string }
  | { readonly kind: 'end'; readonly run: RunView; readonly waitsFor: readonly Approval[] };

/** Until the run has ended or waits for somebody: a client that waited along would hold a connection for as long. */
export async function* followAnswer(
  deps: FollowAnswerDeps,
  stored: StoredRun,
  signal: AbortSignal,
): AsyncGenerator<Heard> {
  const { id } = stored.run;
  const speech = new Speech();
  const questions = storedEvents(stored, undefined).filter(({ event }) => event.name === 'approval_required');
  let waitsFor = await openQuestions(deps, id);
  if (waitsFor.length === 0)
    for await (const { event } of followRun(deps, { id, after: questions.at(-1)?.id }, signal)) {
      if (event.name === 'message') yield* speech.say(event.data);
      if (event.name === 'approval_required') waitsFor = await openQuestions(deps, id);
      if (waitsFor.length > 0) break;
    }
  const after = await deps.store.find(id);
  if (!after || (signal.aborted && waitsFor.length === 0)) return;
  const run = toRunView(after);
  const rest = waitsFor.length > 0 ? noticeOf(id, waitsFor) : (run.answer ?? '');
  yield* speech.conclude(rest);
  yield { kind: 'end', run, waitsFor };
}

async function openQuestions({ store, findApproval }: FollowAnswerDeps, id: RunId): Promise<Approval[]> {
  const stored = await store.find(id);
  const ids = stored ? toRunView(stored).waitsFor : [];
  const found = await Promise.all(ids.map((one) => findApproval(one as ApprovalId))); // they are ids of those
  return found.flatMap((approval) => (approval?.status === 'PENDING' ? [approval] : []));
}

export function noticeOf(runId: string, approvals: readonly Approval[]): string {
  const list = approvals.map(
    ({ id, server, tool, args }) => `- ${server}.${tool} ${args.text} (approval ${id})`,
  );
  return [
    'Somebody must approve this before I go on:',
    list.join('\n'),
    'When it is decided, write anything to go on.',
    waitingMark(runId),
  ].join('\n\n');
}

/** Says each message once, whether it comes in pieces or whole. A class because it knows what was said. */
class Speech {
  readonly #said = new Map<string, string>();
  #last = '';

  *say(data: {
    readonly messageId: string;
    readonly channel: 'text' | 'thought';
    readonly delta?: string | undefined;
    readonly text?: string | undefined;
  }): Generator<Heard> {
    const key = `${data.channel} ${data.messageId}`;
    const said = this.#said.get(key) ?? '';
    const { delta = data.text?.startsWith(said) === true ? data.text.slice(said.length) : '' } = data;
    if (delta === '') return;
    this.#said.set(key, said + delta);
    if (data.channel === 'thought') return yield { kind: 'reasoning_content', text: delta };
    const isNew = said === '' && this.#last !== '';
    this.#last = said + delta;
    yield { kind: 'content', text: isNew ? `\n\n${delta}` : delta };
  }

  /** The end of it, if it was not said yet. */
  *conclude(text: string): Generator<Heard> {
    if (text === '' || this.#last.trim() === text) return;
    yield { kind: 'content', text: this.#last === '' ? text : `\n\n${text}` };
  }
}
