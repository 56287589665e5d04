import type {
  DialectName,
  JsonObject,
  ModelPrices,
  PolicyKind,
  RunLimits,
  RunStatus,
  ToolResult,
} from '@patchbay/contracts';
import type { Principal } from '../access/principal.ts';
import type { ServerSelection } from '../catalog/select-tools.ts';
import type { ApprovalId, RunId } from '../ids.ts';
import type { TraceContext } from '../tracing/trace-context.ts';
import type { OfferedTool, Reply } from './model.ts';
import type { Spent } from './usage.ts';

/** One execution of an agent: what was asked for. It never changes; what became of it are its steps. */
export interface Run {
  readonly id: RunId;
  readonly conversationId: string;
  readonly principal: Principal;
  /** As it was when the run was asked for. */
  readonly agent: RunAgent;
  readonly input: string;
  /** What was said in this conversation before, oldest first. */
  readonly history: readonly Exchange[];
  /** Its servers; all there are, if not given. */
  readonly selection?: readonly ServerSelection[] | undefined;
  readonly createdAt: Date;
  /** What it belongs to, for whoever works on it, before and after a restart. */
  readonly trace?: TraceContext | undefined;
}

export interface RunAgent {
  readonly name: string;
  readonly model: string;
  readonly instructions: string;
  readonly dialect: DialectName;
  readonly limits: RunLimits;
  /** Whether it has connections of its own. */
  readonly isolated: boolean;
  /** What holds for calls that no rule is about. */
  readonly approval: PolicyKind;
}

/** A question and its answer. */
export interface Exchange {
  readonly question: string;
  readonly answer: string;
}

/** A tool of a run. */
export interface RunTool extends OfferedTool {
  readonly server: string;
  /** As its server calls it. */
  readonly tool: string;
}

export interface UnavailableServer {
  readonly server: string;
  readonly reason: string;
}

/** What the run has to work with, as it was at its start. */
export interface Equipment {
  readonly tools: readonly RunTool[];
  /** What the servers want a model to know. */
  readonly instructions: string | undefined;
  readonly unavailable: readonly UnavailableServer[];
  /** Tools that there was no room for. */
  readonly leftOut: readonly string[];
  readonly model: ModelFacts;
}

/** What of a model decides how it is asked, and what it costs. */
export interface ModelFacts {
  readonly seesImages: boolean;
  readonly contextTokens: number;
  readonly maxOutputTokens: number;
  readonly prices: ModelPrices;
}

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly isRetryable: boolean;
  readonly retryAfterMs?: number | undefined;
}

/** A question that a call waits for. */
export interface Question {
  readonly id: ApprovalId;
  readonly server: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** How a run ended. `reason` is a word for programs, or the code of an error. */
export interface RunEnd {
  readonly status: Extract<RunStatus, 'SUCCEEDED' | 'FAILED' | 'CANCELLED'>;
  readonly reason: string;
  readonly message?: string | undefined;
  readonly answer?: string | undefined;
}

/** What happened, as it is stored. Everything in it is JSON. */
export type StepBody =
  | { readonly kind: 'prepared'; readonly equipment: Equipment }
  /** The model is being asked. With a limit that was used up, it is for the last time. */
  | { readonly kind: 'asked'; readonly turn: number; readonly limit?: string | undefined }
  | { readonly kind: 'answered'; readonly turn: number; readonly reply: Reply }
  | { readonly kind: 'unanswered'; readonly turn: number; readonly failure: Failure }
  /** A tool is being called. If nothing follows, nobody knows whether it was. */
  | { readonly kind: 'called'; readonly callId: string }
  | { readonly kind: 'waits'; readonly callId: string; readonly question: Question }
  | {
      readonly kind: 'result';
      readonly callId: string;
      readonly result: ToolResult;
      /** What it took to tell the result in fewer words. */
      readonly summary?: Spent | undefined;
    }
  /** Nothing can be done before an approval is decided. Nobody works on the run. */
  | { readonly kind: 'suspended' }
  | { readonly kind: 'resumed' }
  | { readonly kind: 'notice'; readonly code: string; readonly message: string }
  /** Somebody wants it to end. Anybody may write this at any time. */
  | { readonly kind: 'cancel'; readonly by: string }
  | { readonly kind: 'ended'; readonly end: RunEnd };

export type RunStep = StepBody & { readonly at: Date };

/** A run and all that happened, oldest first. The number of a step is its place, from 1. */
export interface StoredRun {
  readonly run: Run;
  readonly steps: readonly RunStep[];
}

/** Port. `testkit` implements it in memory. */
export interface RunStore {
  /** On disk when it resolves. False if there is one with this id. */
  add(run: Run): Promise<boolean>;
  find(id: RunId): Promise<StoredRun | undefined>;
  /**
   * Writes these steps behind the first `after`, all on disk when it resolves, or none: false when there are more steps
   * than that by now, or no such run. Of two that write at once, one wins.
   */
  append(id: RunId, after: number, steps: readonly RunStep[]): Promise<boolean>;
}
