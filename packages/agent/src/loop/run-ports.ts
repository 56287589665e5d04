import type {
  Approval,
  ApprovalId,
  AskedCall,
  CallFate,
  CallTool,
  Chance,
  Clock,
  Equipment,
  Log,
  Model,
  Run,
  RunNews,
  RunStore,
  RunTool,
  Timers,
  Toolbox,
  Tracing,
} from '@patchbay/core';

/** The tools of a run, for as long as somebody works on it. */
export interface OpenTools {
  readonly equipment: Omit<Equipment, 'model'>;
  /** Those of the run's own connections; everybody's if not given. */
  readonly toolbox?: Pick<Toolbox, 'resolve'> | undefined;
  /** Those of the agent; everybody's if not given. */
  readonly rules?: AskedCall['rules'];
  close(): Promise<void>;
}

/** All that the work on runs needs of the world. */
export interface RunPorts {
  readonly store: Pick<RunStore, 'find' | 'append'>;
  /** The model of this name. Rejects when there is none. */
  readonly modelOf: (name: string) => Promise<Model>;
  /**
   * Opens the tools of a run: at its start, and again whenever somebody goes on with it. Servers that fail are named in
   * the equipment; it rejects only when nothing can be opened at all.
   */
  readonly openTools: (run: Run, signal: AbortSignal) => Promise<OpenTools>;
  /** The one path of a call. */
  readonly callTool: CallTool;
  /** What became of a call that was begun by somebody who is gone. */
  readonly lookUpCall: (callId: string, tool: RunTool, run: Run) => Promise<CallFate>;
  readonly findApproval: (id: ApprovalId) => Promise<Approval | undefined>;
  /** Takes a question back that nobody needs an answer to any more. May fail: it expires by itself. */
  readonly withdraw: (id: ApprovalId, run: Run) => Promise<void>;
  /** Must not throw, and must not keep the run waiting. */
  readonly emit: (news: RunNews) => void;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly chance: Pick<Chance, 'fraction'>;
  readonly log: Log;
  readonly tracing: Tracing;
}
