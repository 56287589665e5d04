import type { CatalogTool } from '../catalog/catalog-tool.ts';
import type { RunTool } from './run.ts';

export interface ToolSources {
  /** Of the program that embeds the hub. */
  readonly local: readonly RunTool[];
  /** Of the servers of this run, in the order of the catalogue. */
  readonly offered: readonly CatalogTool[];
  readonly maxTools: number;
  /** Chooses among them for this question. */
  readonly choose?: ((tools: readonly RunTool[]) => readonly RunTool[]) | undefined;
}

export interface CollectedTools {
  readonly tools: readonly RunTool[];
  /** Those that there was no room for. */
  readonly leftOut: readonly string[];
}

/**
 * The tools of one run: local ones first, then those of servers, as many as fit. A model can tell tools apart by their
 * names alone, so that of two with the same name the first stays.
 */
export function collectTools({ local, offered, maxTools, choose }: ToolSources): CollectedTools {
  const all = [...local, ...offered.map(toRunTool)];
  const first = new Map(all.toReversed().map((tool) => [tool.name, tool]));
  const unique = all.filter((tool) => first.get(tool.name) === tool);
  const wanted = choose ? choose(unique) : unique;
  return {
    tools: wanted.slice(0, maxTools),
    leftOut: wanted.slice(maxTools).map(({ name }) => name),
  };
}

export function toRunTool({ server, name, offered, description, inputSchema }: CatalogTool): RunTool {
  return { name: offered, server, tool: name, description, inputSchema };
}
