import type { MeshReason, MeshStage } from '@patchbay/contracts';
import type { Provider } from './mesh-agent.ts';

/** A candidate that a stage put out, and why. */
export interface Eviction {
  readonly id: string;
  readonly reason: MeshReason;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What one stage did. Candidates are named `agent:function`. */
export interface StageTrace {
  readonly stage: MeshStage;
  readonly kept: readonly string[];
  readonly evicted?: readonly Eviction[];
  /** Only of the last stage. */
  readonly chosen?: string;
  readonly reason?: string;
}

/** Whom a dependency gets, and how that came about. */
export interface Choice {
  readonly chosen: Provider | undefined;
  readonly stages: readonly StageTrace[];
  /** The same for the same stages. Many agents share one choice, so it is made once, and only for who asks. */
  readonly print: () => string;
}
