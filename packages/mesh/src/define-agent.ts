import { defineTool, type ToolDefinition } from './tool-definition.ts';
import { checkAgentName, checkNeed, checkTool } from './check-definition.ts';
import type { LlmNeed } from './llm/llm.ts';
import type { Need, Needs } from './need.ts';
import type { AnySchema } from './schema/schema.ts';
import type { DefinedTool, IsolatedTool, Tool } from './tool.ts';

/** What an agent says about itself. */
export interface AgentFacts {
  /** Default: `1.0.0`. */
  readonly version?: string;
  readonly description?: string;
}

/** A mesh agent as it was defined. Nothing runs until `startAgent` starts it. */
export interface Agent<N = Needs, T = object> {
  readonly name: string;
  readonly facts: AgentFacts;
  readonly needed: N;
  readonly tools: T;
  /** The tools as the SDK itself reads them, each with the needs declared above it. */
  readonly definitions: readonly ToolDefinition[];
  /** Declares a capability that some other agent provides; the tools below get it injected under this name. */
  needs<K extends string, const C extends Need>(name: K, need: C): Agent<N & Record<K, C>, T>;
  /** Adds a tool. `input`, `mesh` and what is returned have the types of everything declared so far. */
  tool<
    K extends string,
    const I extends AnySchema | undefined = undefined,
    const O extends AnySchema | undefined = undefined,
    const L extends LlmNeed | undefined = undefined,
  >(
    name: K,
    tool: Tool<I, O, N, L>,
  ): Agent<N, T & Record<K, DefinedTool<I, O, N, L>>>;
  /** Adds a tool that computes: it runs in a thread of its own, so that heartbeats and probes never wait for it. */
  isolatedTool<const I extends AnySchema, const O extends AnySchema>(
    name: string,
    tool: IsolatedTool<I, O>,
  ): Agent<N, T>;
}

/**
 * Describes a mesh agent. Each step returns a new agent and changes none, so a half-built one is safe to share.
 *
 * @example
 * const weather = defineAgent('weather')
 *   .needs('geocode', { input: z.object({ city: z.string() }), output: z.object({ lat: z.number(), lon: z.number() }) })
 *   .tool('forecast', {
 *     input: z.object({ city: z.string() }),
 *     async run({ city }, mesh) {
 *       const { lat, lon } = await mesh.geocode({ city });
 *       return `Sunny at ${lat}, ${lon}.`;
 *     },
 *   });
 */
export function defineAgent(name: string, facts: AgentFacts = {}): Agent<Record<never, never>, object> {
  checkAgentName(name);
  return build({ name, facts, needed: {}, tools: {}, definitions: [] });
}

type Built<N, T> = Pick<Agent<N, T>, 'name' | 'facts' | 'needed' | 'tools' | 'definitions'>;

/** Accumulating types is what the casts are for; the type tests hold them. */
function build<N, T>(built: Built<N, T>): Agent<N, T> {
  const { name: agent, facts, needed, tools, definitions } = built;
  const defaults = { version: facts.version ?? '1.0.0', needs: Object.entries(needed as Needs) };
  const withTool = (definition: ToolDefinition, tool?: object) => {
    checkTool(agent, definition, definitions);
    const added = { ...tools, ...(tool && { [definition.name]: tool }) };
    return build({ ...built, tools: added, definitions: [...definitions, definition] }) as never;
  };
  return {
    ...built,
    needs(name, need) {
      checkNeed(agent, [name, need], needed as Needs);
      return build({ ...built, needed: { ...needed, [name]: need } }) as never;
    },
    tool: (name, tool) => withTool(defineTool(name, tool as never, defaults), tool),
    isolatedTool: (name, tool) => withTool(defineTool(name, tool, defaults)),
  };
}
