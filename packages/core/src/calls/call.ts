import type { Json, JsonObject, ToolResult } from '@patchbay/contracts';
import type { Principal } from '../access/principal.ts';
import type { Target } from '../catalog/toolbox.ts';
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
  /** What the caller sent beside the arguments, for the server. */
  readonly meta?: JsonObject | undefined;
  readonly signal?: Cancellation | undefined;
  readonly onProgress?: ((params: JsonObject) => void) | undefined;
}

/** The same call when it is known what will run. */
export interface ReadyCall extends AskedCall {
  readonly target: Target;
  readonly args: JsonObject;
}

/**
 * Resolves with what the tool answered, its own failures included; rejects when there is no such answer. A stage that
 * only passes on need not be async: it may throw, since the outermost one is.
 */
export type Step<C> = (call: C) => Promise<ToolResult>;

/** One concern around a call. It decides whether, when and how often the next one is asked. */
export type Stage<C, Next = C> = (next: Step<Next>) => Step<C>;

export type CallTool = Step<AskedCall>;
