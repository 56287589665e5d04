import type { Choice } from './choice.ts';
import type { Entry, Told } from './directory.ts';
import type { MeshEvent } from './mesh-store.ts';
import { providerName } from './mesh-agent.ts';
import type { MetNeed } from './needs.ts';

/**
 * What is worth telling of the choices that an agent was given: those that are others than the last time, and those
 * where somebody was passed over for other reasons than the last time.
 */
export function tellChoices({ agent, told }: Entry, needs: readonly MetNeed[], at: Date): MeshEvent[] {
  return needs.flatMap((need) => {
    const { functionName, index, choice } = need;
    const slot = `${functionName}#${String(index)}`;
    const before = told.get(slot) ?? nothing;
    const now = toTold(choice);
    if (now.chosen === before.chosen && now.trace === before.trace) return [];
    told.set(slot, now);
    const type = choice.chosen ? 'dependency_resolved' : 'dependency_unresolved';
    const data = describe(agent.id, need, before.chosen);
    return [{ type, agentId: agent.id, agentName: agent.name, functionName, at, data }];
  });
}

const nothing: Told = { chosen: '', trace: '' };

function toTold(choice: Choice): Told {
  return {
    chosen: choice.chosen ? providerName(choice.chosen) : '',
    trace: isWorthTelling(choice) ? choice.print() : '',
  };
}

/** Nobody chose where there was only one. */
function isWorthTelling({ stages }: Choice): boolean {
  return stages.some(({ kept, evicted = [] }) => evicted.length > 0 || kept.length > 1);
}

function describe(
  consumer: string,
  { index, dependency, choice }: MetNeed,
  before: string,
): MeshEvent['data'] {
  const { chosen, stages } = choice;
  const tags = dependency.tags?.filter((tag) => typeof tag === 'string') ?? [];
  return {
    consumer,
    dep_index: index,
    spec: {
      capability: dependency.capability,
      ...(tags.length > 0 && { tags }),
      ...(dependency.version !== undefined && { version_constraint: dependency.version }),
      schema_mode: dependency.matchMode ?? 'none',
    },
    stages,
    ...(chosen && {
      chosen: {
        agent_id: chosen.agent.id,
        endpoint: chosen.agent.endpoint,
        function_name: chosen.tool.function_name,
      },
    }),
    ...(before !== '' && { prior_chosen: before.slice(0, before.indexOf(':')) }),
  };
}
