import type { MeshTool, ToolDefinition } from '@patchbay/contracts';
import type { CatalogTool, MeshRegistry, PrincipalId, Toolbox } from '@patchbay/core';
import type { ProvidedTool } from './config/mesh-schema.ts';

export interface MeshOfferDeps {
  readonly registry: MeshRegistry;
  readonly toolbox: Pick<Toolbox, 'list'>;
  readonly provides: readonly ProvidedTool[];
  readonly ownId: string;
}

/** Nobody else can be the hub. */
const owner = 'hub:mesh' as PrincipalId;

/** The tools of the catalogue that the operator lets agents depend on. To the mesh, the hub is the agent that has them. */
export function createMeshOffer({ registry, toolbox, provides, ownId }: MeshOfferDeps) {
  let endpoint: string | undefined;

  function found(): { readonly tool: CatalogTool; readonly as: ProvidedTool }[] {
    const byName = new Map(
      toolbox.list().flatMap((tool) => [
        [tool.qualified as string, tool],
        [tool.offered, tool],
      ]),
    );
    return provides.flatMap((as) => {
      const tool = byName.get(as.tool);
      return tool ? [{ tool, as }] : [];
    });
  }

  /** The catalogue has other tools now, or the hub is reached elsewhere. */
  function refresh(): void {
    if (provides.length === 0 || endpoint === undefined) return;
    const tools = found().map(({ tool, as }) => toMeshTool(tool, as));
    registry.present({ id: ownId, name: ownId, endpoint, tools, ...own }, owner);
  }

  return {
    refresh,
    /** Where agents reach the hub. */
    at: (url: string): void => {
      endpoint = url;
      refresh();
    },
    provided: (): { tools: ToolDefinition[] } => ({
      tools: found().map(({ tool }) => ({ ...tool.definition, name: tool.offered })),
    }),
  };
}

const own = {
  type: 'mcp_agent',
  runtime: 'typescript',
  version: '1.0.0',
  description: 'Tools of the Patchbay catalogue.',
  namespace: 'default',
  surfaces: [],
  isA2aProducer: false,
  isA2aConsumer: false,
} as const;

function toMeshTool(tool: CatalogTool, { capability, tags, version }: ProvidedTool): MeshTool {
  return {
    function_name: tool.offered,
    capability,
    version,
    tags: [...tags],
    description: tool.description,
    inputSchema: { ...tool.inputSchema },
  };
}
