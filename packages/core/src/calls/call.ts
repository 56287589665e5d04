import type { Json, JsonObject, PolicyKind, ToolResult } from '@patchbay/contracts';
import type { Principal } from '../access/principal.ts';
import type { CallFacts } from '../audit/audit-entry.ts';
import type { Target, Toolbox } from '../catalog/toolbox.ts';
import type { Approval, Binding } from '../approvals/approval.ts';
import type { ApprovalId, LimitName } from '../ids.ts';
import type { Interaction } from '../interaction/interaction.ts';
import type { LogWish } from '../logging/log-level.ts';
import type { Rules } from '../policies/rules.ts';
import type { Verdict } from '../policies/verdict.ts';
import type { Spent } from '../runs/usage.ts';
import type { TraceContext } from '../tracing/trace-context.ts';
import type { Cancellation } from './cancellation.ts';

/** One tool call as it was asked for. */
export interface AskedCall {
  readonly id: string;
  readonly principal: Principal;
  /** Which face it came in by. */
  readonly via: 'rest' | 'mcp' | 'library' | 'run' | 'mesh';
  /** As the caller wrote it; without `server`, it says both. */
  readonly name: string;
  readonly server?: string | undefined;
  /** An object, or text that a model or a person wrote. */
  readonly arguments: Json | undefined;
  /** The tools of a run's own connections, or of a profile; those of everybody if not given. */
  readonly toolbox?: Pick<Toolbox, 'resolve'> | undefined;
  /** The rules that hold for it; those of everybody if not given. */
  readonly rules?: (() => Rules) | undefined;
  /** What holds where no rule speaks, instead of what holds for this face. */
  readonly unlessRuled?: PolicyKind | undefined;
  /** What the caller sent beside the arguments, for the server. */
  readonly meta?: JsonObject | undefined;
  /** What it belongs to: what the caller said, and on its way what the hub adds. */
  readonly trace?: TraceContext | undefined;
  readonly signal?: Cancellation | undefined;
  /**
   * Where somebody must be asked first: `hold` the call while the caller waits (if nothing is said), `keep` it even if
   * the caller goes away, or `tell` the caller to come again.
   */
  readonly whenAsked?: 'hold' | 'keep' | 'tell' | undefined;
  /** Told when a question was asked, before it is answered. */
  readonly onAsked?: ((approval: Approval) => void) | undefined;
  /** The question that a kept call asked before the hub was restarted. */
  readonly resumes?: ApprovalId | undefined;
  readonly onProgress?: ((params: JsonObject) => void) | undefined;
  /** Told what it took to put the answer into fewer words, where that was done. */
  readonly onSummary?: ((spent: Spent) => void) | undefined;
  readonly log?: LogWish | undefined;
  /** The way back to its client, if the client can be asked anything. */
  readonly interaction?: Interaction | undefined;
}

/**
 * What the stages learned about a call on its way, for the one that writes it down at the end. Nothing may be decided
 * by it: what a stage needs of another comes in the call itself.
 */
export interface CallTrail {
  /** Its own place in a trace, if the hub traces. */
  trace?: TraceContext | undefined;
  target?: Target;
  /** What ran, or would have. */
  args?: JsonObject;
  verdict?: Verdict;
  approval?: ApprovalId;
  /** What somebody agreed to, once they have. */
  granted?: Approval;
  /** The limit that refused it. */
  limit?: LimitName;
  /** How often it was sent. */
  attempts: number;
  /** There is a note of it on disk, or may be. */
  isNoted?: boolean;
  /** As they were when it was noted. */
  facts?: CallFacts;
  /** What the tool itself said, where the answer had to say something else. */
  toolFailed?: boolean;
}

export interface TrailedCall extends AskedCall {
  readonly trail: CallTrail;
}

/** The same call when it is known what will run. */
export interface ReadyCall extends TrailedCall {
  readonly target: Target;
  readonly args: JsonObject;
  /** How long the server may take. */
  readonly timeoutMs: number;
  /** When the caller must have an end of it, whatever it waits for. */
  readonly endsAt: number;
  /** What somebody has agreed to. It is used up when the call is sent. */
  readonly grant?: Binding | undefined;
}

/** What the rules look at. */
export type JudgedMatter = Pick<ReadyCall, 'principal' | 'via' | 'target' | 'args' | 'rules'>;

/** The same call when the rules have spoken, and did not forbid it. */
export interface JudgedCall extends ReadyCall {
  readonly verdict: Verdict;
}

/**
 * Resolves with what the tool answered, its own failures included; rejects when there is no such answer. A stage that
 * only passes on need not be async: it may throw, since the outermost one is.
 */
export type Step<C> = (call: C) => Promise<ToolResult>;

/** One concern around a call. It decides whether, when and how often the next one is asked. */
export type Stage<C, Next = C> = (next: Step<Next>) => Step<C>;

export type CallTool = Step<AskedCall>;
