import type { JsonObject, ToolDefinition, ToolResult } from '@patchbay/contracts';
import type { Principal } from '../access/principal.ts';
import type { AskedCall } from '../calls/call.ts';

/** A tool that is a function of the program which embeds the hub. */
export interface LocalTool {
  readonly definition: ToolDefinition;
  /** What it throws is told to the caller as a failure of the tool. */
  run(args: JsonObject, call: LocalCall): Promise<ToolResult>;
}

/** What a local tool knows of the call that it answers. */
export interface LocalCall {
  /** The same for every attempt of one call. */
  readonly id: string;
  readonly principal: Principal;
  readonly via: AskedCall['via'];
  /** Aborted when nobody waits for the answer any more: the caller gave up, its time is over, or the hub stops. */
  readonly signal: AbortSignal;
  /** Tells the caller how far it is. */
  progress(params: { readonly progress: number; readonly total?: number; readonly message?: string }): void;
}
