import { Graph, layout } from '@dagrejs/dagre';
import { missingId, type Topology } from './topology.ts';

export const cardWidth = 232;
/** How many tools a card names. */
export const shownTools = 3;
const headHeight = 62;
const rowHeight = 22;
export const missingHeight = 52;

export interface Place {
  readonly x: number;
  readonly y: number;
}

export function cardHeight(tools: number): number {
  const rows = tools > shownTools ? shownTools + 1 : tools;
  return headHeight + (rows === 0 ? 0 : rows * rowHeight + 10);
}

/** Where the left upper corner of each card is: who needs to the left of who provides. */
export function placeAll({ agents, missing, lines }: Topology): ReadonlyMap<string, Place> {
  const graph = new Graph({ directed: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 28, ranksep: 150 });
  graph.setDefaultEdgeLabel(() => ({}));
  const sizes = new Map([
    ...agents.map(({ id, capabilities }) => [id, cardHeight(capabilities.length)] as const),
    ...missing.map((capability) => [missingId(capability), missingHeight] as const),
  ]);
  for (const [id, height] of sizes) graph.setNode(id, { width: cardWidth, height });
  for (const { from, to } of lines) if (from !== to) graph.setEdge(from, to);
  layout(graph);
  return new Map(
    [...sizes].map(([id, height]) => {
      const { x, y } = graph.node(id) as Place;
      return [id, { x: x - cardWidth / 2, y: y - height / 2 }];
    }),
  );
}
