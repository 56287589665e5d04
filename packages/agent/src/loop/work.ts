import { activeMs, type Cancel, type TraceContext } from '@patchbay/core';
import type { OpenTools, RunPorts } from './run-ports.ts';
import type { StepLog } from './step-log.ts';

interface WorkOutside {
  readonly signal: AbortSignal;
  readonly trace: TraceContext | undefined;
}

/** What whoever works on a run has in hand. A class because it owns connections and a timer. */
export class Work implements AsyncDisposable {
  readonly ports: RunPorts;
  readonly log: StepLog;
  /** Ends what is being done: the hub stops, somebody cancelled the run, or its time is up. */
  readonly signal: AbortSignal;
  #tools: Promise<OpenTools> | undefined;
  readonly #cancelDeadline: Cancel;
  /** What all that is done belongs to. */
  readonly trace: TraceContext | undefined;

  constructor(ports: RunPorts, log: StepLog, { signal: outside, trace }: WorkOutside) {
    this.ports = ports;
    this.log = log;
    this.trace = trace;
    const deadline = new AbortController();
    const { run, steps } = log.stored;
    const leftMs = run.agent.limits.maxMs - activeMs(steps, ports.clock.now());
    // One more than allowed, so that the clock says it too.
    this.#cancelDeadline = ports.timers.after(Math.max(0, leftMs) + 1, () => deadline.abort());
    this.signal = AbortSignal.any([outside, deadline.signal]);
  }

  /** Opened once, when they are needed for the first time. */
  tools(): Promise<OpenTools> {
    this.#tools ??= this.ports.openTools(this.log.stored.run, this.signal);
    return this.#tools;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#cancelDeadline();
    const opened = await this.#tools?.catch(() => undefined);
    await opened?.close();
  }
}
