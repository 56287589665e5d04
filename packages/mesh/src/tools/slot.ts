import type { JsonObject, MeshLlmTool } from '@patchbay/contracts';
import type { ToolProxy } from '../proxies/tool-proxy.ts';

/** What stands in the place of a dependency: a tool of another agent, and what its provider says about it. */
export interface Slot {
  readonly proxy: ToolProxy;
  readonly kwargs: JsonObject;
}

/** A tool that a model may call, and where it is. */
export interface LlmToolSlot {
  readonly tool: MeshLlmTool;
  readonly proxy: ToolProxy;
}

/** What stands in the place of a model. */
export interface LlmSlot {
  readonly provider: Slot | undefined;
  readonly tools: readonly LlmToolSlot[];
}
