import { fail, PatchbayError, type ApprovalStatus, type Json, type ToolResult } from '@patchbay/contracts';
import type { JudgedCall } from '../calls/call.ts';
import type { Cancellation } from '../calls/cancellation.ts';
import type { CallRecord } from '../calls/stages/audit.ts';
import type { ApprovalId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Cancel, Timers } from '../timers.ts';
import { openStatuses, type Approval, type ApprovalStore, type ArgumentText } from './approval.ts';
import { toArgumentText, toQuestion, type QuestionDeps } from './question.ts';
import { WaitingRoom, type Seat } from './waiting-room.ts';

/** How often to look for what is overdue, and how long those that are over can be looked up. */
const roundMs = 60_000;
const keptMs = 7 * 86_400_000;

/** Characters of the answer of a kept call. */
const longestKept = 1_000_000;

export interface ApprovalsDeps extends QuestionDeps {
  readonly store: ApprovalStore;
  readonly timers: Timers;
  readonly log: Log;
  readonly maxPending: number;
  /** How often to look for decisions that were made by another hub on the same store; never if not given. */
  readonly pollMs?: number | undefined;
  readonly onAsked: (approval: Approval) => void;
  /** It is no longer pending. */
  readonly onEnded: (approval: Approval) => void;
}

/** Asks about calls, and holds those that wait. A class because it knows who waits. */
export class Approvals {
  readonly #deps: ApprovalsDeps;
  readonly #room = new WaitingRoom();
  #isPolling = false;
  #isClosed = false;
  #cancelRound: Cancel | undefined;

  constructor(deps: ApprovalsDeps) {
    this.#deps = deps;
  }

  /**
   * The approval of this call as soon as it is decided, or at once where the caller is to come again. The same
   * call of the same caller finds the question that it asked before, unless somebody waits for that one already.
   */
  async ask(call: JudgedCall): Promise<Approval> {
    const question = toQuestion(call, this.#deps);
    const known = await this.#findKnown(call, question);
    if (known && known.status !== 'PENDING') return known;
    if (call.whenAsked === 'tell') return known ?? this.#add(question);
    return this.#wait(call, known ?? question, known !== undefined);
  }

  async #wait(call: JudgedCall, approval: Approval, isKnown: boolean): Promise<Approval> {
    const seat = this.#room.take(approval.id, call.signal);
    try {
      await (isKnown ? this.#lookAt(approval.id) : this.#add(approval));
      call.onAsked?.(approval);
      return await this.#untilDecided(approval, seat);
    } catch (error) {
      seat.giveUp(error);
      await seat.decided.catch(() => {}); // the place is free
      if (isOver(error, isKnown)) this.#withdraw(approval);
      throw error;
    }
  }

  /** The approval as soon as it is decided, by whomever. Giving up leaves the question as it is. */
  async decided(approval: Approval, signal: Cancellation): Promise<Approval> {
    const seat = this.#room.take(approval.id, signal);
    try {
      await this.#lookAt(approval.id);
      return await this.#untilDecided(approval, seat);
    } catch (error) {
      seat.giveUp(error);
      throw error;
    }
  }

  /** The text of these arguments as it will be sent, and the digest of what it says. */
  textOf(args: Json): ArgumentText {
    return toArgumentText(args, this.#deps.digest);
  }

  /** Whoever moved an approval says so here. */
  ended(approval: Approval): void {
    this.#room.tell(approval);
    this.#deps.onEnded(approval);
  }

  /** Ends what is overdue. Asked now and then: a call that waits ends its own question. */
  async expire(): Promise<void> {
    const { store, clock } = this.#deps;
    for (let more = await store.expire(clock.now()); more.length > 0; more = await store.expire(clock.now()))
      for (const expired of more) this.ended(expired);
  }

  /** From now on, what is overdue ends also where nobody waits for it, and what is long over is forgotten. */
  start(): void {
    const { timers, store, clock, log } = this.#deps;
    this.#cancelRound = timers.after(roundMs, () => {
      const old = new Date(clock.now().getTime() - keptMs);
      Promise.all([this.expire(), store.forget(old)])
        .catch((error: unknown) => log.warn('approvals.not-tidied', { error }))
        .finally(() => this.#isClosed || this.start());
    });
  }

  /** Calls that wait here are told that the hub stops; their questions stay. */
  close(): void {
    this.#isClosed = true;
    this.#cancelRound?.();
    this.#room.close();
  }

  /** Whoever sees a call end says so here, with what its caller got. Nobody waits for it. */
  concluded(record: CallRecord): void {
    const { granted } = record.trail;
    if (!granted) return;
    this.#noteEnd(granted, record).catch((error: unknown) =>
      this.#deps.log.warn('approval.outcome-unwritten', { approval: granted.id, error }),
    );
  }

  /** One that never was sent has no use for its approval any more, if nobody can make the call again. */
  async #noteEnd(approval: Approval, { call, trail, outcome, result }: CallRecord): Promise<void> {
    const { id, isKept } = approval;
    const isTakenOver = call.resumes !== undefined;
    const mayGiveUp = isKept && !result && !(isTakenOver && this.#isShared);
    if (mayGiveUp && (await this.#giveUp(approval, outcome))) return;
    if (trail.isNoted)
      await this.#deps.store.finish(id, outcome, isKept && result ? keepable(result) : undefined);
  }

  /** A kept call that could not be taken up after a restart: nobody waits for its question, unless another hub does. */
  async abandon(id: ApprovalId, outcome: string): Promise<void> {
    if (this.#isShared || this.#room.has(id)) return;
    const approval = await this.#deps.store.find(id);
    if (approval && openStatuses.includes(approval.status)) await this.#giveUp(approval, outcome);
  }

  get #isShared(): boolean {
    return this.#deps.pollMs !== undefined;
  }

  /** Reports whether it was open. In a hub that stops, nothing is given up: it goes on after the restart. */
  async #giveUp(approval: Approval, outcome: string): Promise<boolean> {
    if (this.#isClosed) return false;
    const withdrawn: Approval = { ...approval, status: 'WITHDRAWN', outcome };
    const isOpen = await this.#deps.store.move(withdrawn, approval.status);
    if (isOpen) this.ended(withdrawn);
    return isOpen;
  }

  async #findKnown(call: JudgedCall, question: Approval): Promise<Approval | undefined> {
    const { store } = this.#deps;
    if (call.resumes !== undefined) return this.#findOpen(call.resumes);
    const { principal, serverId, tool, asked, serverRevision, toolDigest } = question;
    const same = { principal: principal.id, serverId, tool, askedDigest: asked.digest };
    const found = (await store.findSame(same, this.#deps.clock.now())).filter(
      (approval) =>
        !approval.isKept &&
        !this.#room.has(approval.id) &&
        mayShare(approval, call) &&
        approval.serverRevision === serverRevision &&
        approval.toolDigest === toolDigest,
    );
    const inState = (status: ApprovalStatus) => found.find((approval) => approval.status === status);
    // Only who was told to come again has not heard of a refusal yet.
    const refused = call.whenAsked === 'tell' ? inState('REJECTED') : undefined;
    // The answer of a kept call is kept at its own question.
    const pending = call.whenAsked === 'keep' ? undefined : inState('PENDING');
    return inState('APPROVED') ?? pending ?? refused;
  }

  /** A kept call is not asked about a second time. */
  async #findOpen(id: ApprovalId): Promise<Approval> {
    const approval = await this.#deps.store.find(id);
    if (!approval) throw fail('APPROVAL_NOT_FOUND', { id });
    if (openStatuses.includes(approval.status)) return approval;
    throw fail('APPROVAL_DECIDED', { id, status: approval.status });
  }

  async #add(question: Approval): Promise<Approval> {
    const { store, maxPending, onAsked } = this.#deps;
    if (!(await store.add(question, maxPending))) {
      const reason = `${String(maxPending)} calls wait for an approval already.`;
      throw fail('CALL_DENIED', { serverId: question.server, tool: question.tool, reason });
    }
    onAsked(question);
    return question;
  }

  async #untilDecided(approval: Approval, { decided, giveUp }: Seat): Promise<Approval> {
    const { timers, clock } = this.#deps;
    const leftMs = Math.max(0, approval.expiresAt.getTime() - clock.now().getTime());
    const cancel = timers.after(leftMs, () => void this.#endOverdue(approval).catch(giveUp));
    this.#poll();
    return decided.finally(cancel);
  }

  /** By the time that has passed here, whatever the clock says now: nobody waits for longer than they were told. */
  async #endOverdue(approval: Approval): Promise<void> {
    const expired: Approval = { ...approval, status: 'EXPIRED' };
    if (await this.#deps.store.move(expired, 'PENDING')) this.ended(expired);
    else await this.#lookAt(approval.id);
  }

  /** While somebody waits here, another hub may decide. */
  #poll(): void {
    const { pollMs, timers } = this.#deps;
    if (pollMs === undefined || this.#isPolling) return;
    this.#isPolling = true;
    timers.after(pollMs, () => {
      this.#isPolling = false;
      if (this.#room.ids().length === 0) return;
      void this.#look().finally(() => this.#poll());
    });
  }

  async #look(): Promise<void> {
    const { store, log } = this.#deps;
    const ids = this.#room.ids();
    try {
      const pending = await store.pendingOf(ids);
      for (const id of ids) if (!pending.has(id)) await this.#lookAt(id);
    } catch (error) {
      log.warn('approvals.unreadable', { waiting: ids.length, error });
    }
  }

  /** It may have been decided since we last saw it. */
  async #lookAt(id: ApprovalId): Promise<void> {
    const approval = await this.#deps.store.find(id);
    if (approval) this.#room.tell(approval);
    else this.#room.failed(id, fail('APPROVAL_NOT_FOUND', { id }));
  }

  /** Nobody waits for it any more. A kept call is given up only by a caller who has not heard of the question. */
  #withdraw(approval: Approval): void {
    if (this.#room.has(approval.id)) return;
    const { store, log } = this.#deps;
    const withdrawn: Approval = { ...approval, status: 'WITHDRAWN' };
    store.move(withdrawn, 'PENDING').then(
      (isMoved) => isMoved && this.ended(withdrawn),
      (error: unknown) => log.warn('approval.not-withdrawn', { approval: approval.id, error }),
    );
  }
}

/** The calls of a run have the same ids for ever, and each has its own question: it comes again for no other. */
function mayShare(approval: Approval, { id, via }: JudgedCall): boolean {
  return approval.callId === id || (approval.via !== 'run' && via !== 'run');
}

/** Texts were cut before; a picture may be as large as it likes. */
function keepable(result: ToolResult): ToolResult {
  if (JSON.stringify(result).length <= longestKept) return result;
  const text = '[The answer was too large to be kept.]';
  return { content: [{ type: 'text', text }], isError: result.isError === true };
}

/** Whether a question is of no use after this. A stop is no end, what was denied was never asked, and who knew it may come again. */
function isOver(error: unknown, wasKnown: boolean): boolean {
  if (PatchbayError.is(error, 'HUB_STOPPING') || PatchbayError.is(error, 'CALL_DENIED')) return false;
  return PatchbayError.is(error, 'CALL_CANCELLED') || !wasKnown;
}
