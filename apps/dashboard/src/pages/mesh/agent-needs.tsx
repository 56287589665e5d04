import type { MeshEdge, MeshExplanation, MeshNode } from '@patchbay/contracts';
import { useQuery } from '@tanstack/react-query';
import { meshExplanation } from '../../data.ts';
import { meshAgent } from '../../texts/mesh.ts';
import { Part } from './detail-frame.tsx';
import { Need } from './need.tsx';
import type { Topology } from './topology.ts';

interface AgentNeedsProps {
  readonly agent: MeshNode;
  readonly topology: Topology;
}

/** Whom it has for what, and how each came to be chosen. */
export function AgentNeeds({ agent, topology }: AgentNeedsProps) {
  const explained = useExplained(agent.id);
  const needs = topology.lines.flatMap((line) => line.needs).filter(({ from }) => from === agent.id);
  return (
    <Part title={meshAgent.needs}>
      {needs.length === 0 ? (
        <p className="text-muted">{meshAgent.noNeeds}</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {needs.map((need) => (
            <li key={`${need.kind} ${need.fromFunction} ${String(need.index)} ${need.capability}`}>
              <Need need={need} explained={explained(need)} agents={topology.agents} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

/** The stages of one choice, once they are known. Those of models have none. */
export function useExplained(id: string): (need: MeshEdge) => MeshExplanation | undefined {
  const { data = [] } = useQuery(meshExplanation(id));
  return ({ kind, fromFunction, index }) =>
    kind === 'tool'
      ? data.find((one) => one.functionName === fromFunction && one.index === index)
      : undefined;
}
