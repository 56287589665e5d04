import type { JsonObject, ToolResult } from '@patchbay/contracts';
import type { CallInfo } from '../tool.ts';
import type { ToolDefinition } from '../tool-definition.ts';
import type { Timers } from '../world.ts';
import type { Injector } from './injector.ts';
import { errorResult } from './results.ts';
import { runTool } from './run-tool.ts';
import type { Settling } from './settling.ts';
import type { LlmSlot, Slot } from './slot.ts';

export interface WrapperDeps {
  readonly injector: Injector;
  readonly settling: Settling;
  readonly timers: Timers;
  /** Starts the body of the tool. */
  readonly start: (input: unknown, mesh: object, call: CallInfo) => unknown;
}

/** Changes to a wrapper that happen together. */
export interface WrapperChange {
  readonly slots?: ReadonlyMap<number, Slot | undefined>;
  readonly llm?: LlmSlot | undefined;
}

/** Everything that a call needs to know, in one object that is replaced and never changed. */
interface Injection {
  readonly slots: readonly (Slot | undefined)[];
  readonly llm: LlmSlot | undefined;
  readonly mesh: object;
  /** The first capability that the tool cannot do without and nobody provides. */
  readonly missing: string | undefined;
}

/**
 * What the MCP face holds of a tool. It stays the same object for as long as the agent runs: heartbeats put other
 * providers into its slots, and a call reads them once, when it begins, and asks nobody.
 */
export class ToolWrapper {
  readonly definition: ToolDefinition;
  readonly #deps: WrapperDeps;
  /** Slots that were never filled: only those are worth waiting for after a start. */
  readonly #neverFilled: Set<number | 'llm'>;
  #injection: Injection;

  constructor(definition: ToolDefinition, deps: WrapperDeps) {
    this.definition = definition;
    this.#deps = deps;
    this.#neverFilled = new Set([...definition.needs.keys(), ...(definition.llm ? ['llm' as const] : [])]);
    this.#injection = this.#inject(
      Array.from(definition.needs, () => undefined),
      undefined,
    );
  }

  updateDependency(index: number, slot: Slot | undefined): void {
    this.update({ slots: new Map([[index, slot]]) });
  }

  /** All or nothing: no call sees a part of it. */
  update({ slots: changed, ...rest }: WrapperChange): void {
    const { slots: old, llm: oldLlm } = this.#injection;
    const slots = old.map((slot, index) => (changed?.has(index) === true ? changed.get(index) : slot));
    const llm = 'llm' in rest ? rest.llm : oldLlm;
    this.#injection = this.#inject(slots, llm);
    for (const [index, slot] of slots.entries()) if (slot) this.#neverFilled.delete(index);
    if (llm?.provider) this.#neverFilled.delete('llm');
    this.#deps.settling.changed();
  }

  /** What is injected now. */
  slots(): Pick<Injection, 'slots' | 'llm'> {
    return this.#injection;
  }

  async call(args: JsonObject, call: CallInfo, controller: AbortController): Promise<ToolResult> {
    const { settling, timers, start } = this.#deps;
    while (this.#neverFilled.size > 0 && !settling.isOver) await settling.nextChange();
    const { mesh, missing } = this.#injection;
    if (missing !== undefined) return errorResult(`Dependency not available: ${missing}`);
    const read = this.definition.input.read(args);
    if ('problems' in read) return errorResult(`Error: invalid arguments: ${read.problems}`);
    const progress = (message: string): void => call.progress(message);
    const running = { definition: this.definition, timers, controller, progress };
    return runTool(() => start(read.value, mesh, call), running);
  }

  #inject(slots: Injection['slots'], llm: LlmSlot | undefined): Injection {
    const { injector } = this.#deps;
    const { needs, llm: llmNeed } = this.definition;
    const tools = needs.map((need, index) => {
      const slot = slots[index];
      return [need.name, slot && injector.tool(need, slot)] as const;
    });
    const model = llmNeed && llm?.provider ? injector.llm(llmNeed, llm.provider, llm.tools) : undefined;
    const mesh = Object.freeze({ ...Object.fromEntries(tools), ...(model && { llm: model }) });
    return { slots, llm, mesh, missing: missingOf(this.definition, slots, model !== undefined) };
  }
}

function missingOf(
  { needs, llm }: ToolDefinition,
  slots: Injection['slots'],
  hasModel: boolean,
): string | undefined {
  const tool = needs.find(({ need }, index) => !slots[index] && need.optional !== true);
  if (tool) return tool.capability;
  return llm && !hasModel ? (llm.need.provider?.capability ?? 'llm') : undefined;
}
