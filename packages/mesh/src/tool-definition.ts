import type { JsonObject } from '@patchbay/contracts';
import type { LlmNeed } from './llm/llm.ts';
import type { Need } from './need.ts';
import { readInput, readOutput, type ReadSchema } from './schema/read-schema.ts';
import type { AnySchema } from './schema/schema.ts';
import type { CallInfo, ToolFacts } from './tool.ts';

/** One thing that a tool needs, with its place among them. */
export interface NeedDefinition {
  /** Under which the handler finds it. */
  readonly name: string;
  readonly capability: string;
  readonly need: Need;
  readonly output: ReadSchema | undefined;
}

export interface LlmDefinition {
  readonly need: LlmNeed;
  readonly output: ReadSchema | undefined;
}

type Run = (input: unknown, mesh: object, call: CallInfo) => unknown;

/** A tool with everything decided and its types forgotten. */
export interface ToolDefinition {
  readonly name: string;
  readonly capability: string;
  readonly tags: readonly string[];
  readonly version: string;
  readonly description: string;
  readonly input: ReadSchema;
  readonly output: ReadSchema | undefined;
  readonly timeoutMs: number;
  readonly kwargs: JsonObject;
  readonly needs: readonly NeedDefinition[];
  readonly llm: LlmDefinition | undefined;
  /** A function of this thread, or a module for a thread of its own. */
  readonly body: { readonly run: Run } | { readonly module: URL };
}

export interface ToolDefaults {
  readonly version: string;
  readonly needs: readonly (readonly [string, Need])[];
}

type AnyTool = ToolFacts<AnySchema | undefined, AnySchema | undefined> & {
  readonly llm?: LlmNeed;
} & ({ readonly run: Run } | { readonly module: URL });

const defaultTimeoutMs = 30_000;

export function defineTool(name: string, tool: AnyTool, defaults: ToolDefaults): ToolDefinition {
  const { llm } = tool;
  return {
    name,
    capability: tool.capability ?? name,
    tags: tool.tags ?? [],
    version: tool.version ?? defaults.version,
    description: tool.description ?? '',
    input: readInput(tool.input),
    output: tool.output && readOutput(tool.output),
    ...timingOf(tool),
    needs: 'run' in tool ? defaults.needs.map(([key, need]) => defineNeed(key, need)) : [],
    llm: llm && { need: llm, output: llm.output && readOutput(llm.output) },
    body:
      'run' in tool ? { run: (input, mesh, call) => tool.run(input, mesh, call) } : { module: tool.module },
  };
}

/** Callers are told only what was said: of the default they know. */
function timingOf({ timeoutMs, kwargs }: AnyTool): Pick<ToolDefinition, 'timeoutMs' | 'kwargs'> {
  const told = timeoutMs === undefined ? {} : { timeout: timeoutMs / 1_000 };
  return { timeoutMs: timeoutMs ?? defaultTimeoutMs, kwargs: { ...told, ...kwargs } };
}

function defineNeed(name: string, need: Need): NeedDefinition {
  const output = need.output && readOutput(need.output);
  return { name, capability: need.capability ?? name, need, output };
}
