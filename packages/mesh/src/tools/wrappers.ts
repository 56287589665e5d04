import { parseCompositeKey } from './composite-key.ts';
import type { LlmSlot, Slot } from './slot.ts';
import type { ToolWrapper } from './tool-wrapper.ts';

/** Every tool of an agent, by the name of its function. */
export class Wrappers {
  readonly #byFunction: ReadonlyMap<string, ToolWrapper>;

  constructor(wrappers: readonly ToolWrapper[]) {
    this.#byFunction = new Map(wrappers.map((wrapper) => [wrapper.definition.name, wrapper]));
  }

  all(): ToolWrapper[] {
    return [...this.#byFunction.values()];
  }

  get(funcId: string): ToolWrapper | undefined {
    return this.#byFunction.get(funcId);
  }

  /** By the name of its function, or by its capability where no other tool has it. */
  find(name: string): ToolWrapper | undefined {
    const exact = this.get(name);
    if (exact) return exact;
    const [only, ...others] = this.all().filter(({ definition }) => definition.capability === name);
    return others.length === 0 ? only : undefined;
  }

  /** Fills one place: `calc:dep_0`. A function that nobody knows is no concern of ours. */
  updateDependency(compositeKey: string, slot: Slot | undefined): void {
    this.apply(new Map([[compositeKey, slot]]), new Map());
  }

  /** Fills many places, each wrapper in one step. */
  apply(slots: ReadonlyMap<string, Slot | undefined>, llms: ReadonlyMap<string, LlmSlot>): void {
    const changes = new Map<string, Map<number, Slot | undefined>>();
    for (const [compositeKey, slot] of slots) {
      const key = parseCompositeKey(compositeKey);
      if (key) changes.set(key.funcId, (changes.get(key.funcId) ?? new Map()).set(key.index, slot));
    }
    for (const [funcId, wrapper] of this.#byFunction) {
      const changed = changes.get(funcId);
      const llm = llms.get(funcId);
      if (changed || llm) wrapper.update({ ...(changed && { slots: changed }), ...(llm && { llm }) });
    }
  }
}
