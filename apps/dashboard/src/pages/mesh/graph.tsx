import {
  Background,
  Controls,
  MarkerType,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import { useEffect, useMemo } from 'react';
import { mesh as words, meshLine } from '../../texts/mesh.ts';
import { AgentCard, MissingCard, type AgentCardNode, type MissingCardNode } from './agent-card.tsx';
import { cardHeight, cardWidth, missingHeight, placeAll } from './layout.ts';
import { LineBetween, type LineBetweenEdge } from './line-between.tsx';
import { missingId, type Topology } from './topology.ts';

export interface Choosing {
  readonly agent: string | undefined;
  readonly line: string | undefined;
  readonly chooseAgent: (id: string) => void;
  readonly chooseLine: (id: string) => void;
}

interface GraphProps extends Choosing {
  readonly topology: Topology;
}

const nodeTypes = { agent: AgentCard, missing: MissingCard };
const edgeTypes = { line: LineBetween };
const fit = { maxZoom: 1, padding: 0.08 };
const markerEnd = {
  type: MarkerType.ArrowClosed,
  width: 18,
  height: 18,
  color: 'context-stroke', // as its line
  markerUnits: 'userSpaceOnUse',
};

/** The mesh as a picture. What it shows, the list says in words. */
export function Graph(props: GraphProps) {
  const nodes = useNodes(props);
  const edges = useEdges(props);
  return (
    <ReactFlowProvider>
      <div className="h-[min(70dvh,46rem)] min-h-80" data-testid="graph">
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          zoomOnScroll={false}
          preventScrolling={false}
          minZoom={0.1}
          maxZoom={1.5}
          ariaLabelConfig={words.graph}
          fitView
          fitViewOptions={fit}
        >
          <Background gap={24} />
          <Controls showInteractive={false} fitViewOptions={fit} />
          <FitAgain what={nodes.map(({ id }) => id).join(' ')} />
        </ReactFlow>
      </div>
    </ReactFlowProvider>
  );
}

/** Who comes later is in sight too, and all are when there is less room. */
function FitAgain({ what }: { readonly what: string }) {
  const { fitView } = useReactFlow();
  const width = useStore((state) => state.width);
  useEffect(() => void fitView(fit), [what, width, fitView]);
  return null;
}

function useNodes({ topology, agent: chosen, chooseAgent }: GraphProps) {
  const places = useMemo(() => placeAll(topology), [topology]);
  return useMemo((): (AgentCardNode | MissingCardNode)[] => {
    const at = (id: string, height: number) => {
      const size = { width: cardWidth, height };
      return { id, position: places.get(id) ?? { x: 0, y: 0 }, ...size };
    };
    return [
      ...topology.agents.map((agent) => ({
        ...at(agent.id, cardHeight(agent.capabilities.length)),
        type: 'agent' as const,
        data: { agent, isChosen: agent.id === chosen, onChoose: chooseAgent },
      })),
      ...topology.missing.map((capability) => ({
        ...at(missingId(capability), missingHeight),
        type: 'missing' as const,
        data: { capability },
      })),
    ];
  }, [topology, places, chosen, chooseAgent]);
}

function useEdges({ topology, line: chosen, chooseLine }: GraphProps) {
  return useMemo((): LineBetweenEdge[] => {
    const names = new Map(topology.agents.map(({ id, name }) => [id, name]));
    const nameOf = (id: string): string => names.get(id) ?? meshLine.nobody;
    return topology.lines.map((line) => ({
      id: line.id,
      source: line.from,
      target: line.to,
      type: 'line',
      markerEnd,
      data: {
        line,
        label: meshLine.title(nameOf(line.from), nameOf(line.to)),
        isChosen: line.id === chosen,
        onChoose: chooseLine,
      },
    }));
  }, [topology, chosen, chooseLine]);
}
