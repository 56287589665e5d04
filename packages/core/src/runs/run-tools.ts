import type { CatalogTool } from '../catalog/catalog-tool.ts';
import type { Equipment, RunTool } from './run.ts';

/**
 * The tools of a run as it keeps them, from those that were collected for it out of all that it might have had. A model
 * can tell tools apart by their names alone, so that of two with one name the first stays.
 */
export function toRunTools(
  collected: readonly CatalogTool[],
  all: readonly CatalogTool[],
): Pick<Equipment, 'tools' | 'leftOut'> {
  const byName = new Map(collected.toReversed().map((tool) => [tool.offered, tool]));
  const tools = collected.filter((tool) => byName.get(tool.offered) === tool).map(toRunTool);
  const leftOut = all.filter(({ offered }) => !byName.has(offered)).map(({ offered }) => offered);
  return { tools, leftOut };
}

function toRunTool({ server, name, offered, description, inputSchema }: CatalogTool): RunTool {
  return { name: offered, server, tool: name, description, inputSchema };
}
