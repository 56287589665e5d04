import type { CatalogTool } from './catalog-tool.ts';

/** Which servers, besides what is local, and of each which tools. Without `tools`, or with none named, all of that server. */
export interface ServerSelection {
  readonly name: string;
  readonly tools?: readonly string[] | undefined;
}

export function selectTools(
  tools: readonly CatalogTool[],
  selection: readonly ServerSelection[] | undefined,
): readonly CatalogTool[] {
  if (selection === undefined) return tools;
  const wanted = new Map(selection.map(({ name, tools: names = [] }) => [name, new Set(names)]));
  return tools.filter(({ server, name, isLocal = false }) => {
    const names = wanted.get(server);
    return names === undefined ? isLocal : names.size === 0 || names.has(name);
  });
}
