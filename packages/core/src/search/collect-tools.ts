import type { CatalogTool } from '../catalog/catalog-tool.ts';
import type { Log } from '../log.ts';
import type { FindTools } from './find-tools.ts';

export interface CollectToolsDeps {
  readonly findTools: FindTools;
  readonly log: Log;
  /** So many did not fit. */
  readonly onLeftOut: (count: number) => void;
}

interface Collection {
  /** Those of the program itself: always there, and first. */
  readonly local: readonly CatalogTool[];
  readonly tools: readonly CatalogTool[];
  /** What the tools are for. */
  readonly query: string;
  readonly limit?: number | undefined;
}

/** More tools than these make models choose worse, and every one is paid for in every request. */
export const maxToolsPerRequest = 30;

export type CollectTools = (collection: Collection) => Promise<readonly CatalogTool[]>;

/**
 * The tools for one request to a model: the local ones, then the best of the others for what is asked, in the order in
 * which the catalogue has them, so that the same choice is the same bytes.
 */
export function createCollectTools({ findTools, log, onLeftOut }: CollectToolsDeps): CollectTools {
  return async ({ local, tools, query, limit = maxToolsPerRequest }) => {
    const room = Math.max(0, limit - local.length);
    const leftOut = tools.length - room + Math.max(0, local.length - limit);
    if (leftOut <= 0) return [...local, ...tools];
    log.warn('tools.left-out', { leftOut, limit });
    onLeftOut(leftOut);
    const best = new Set(room === 0 ? [] : await findTools(tools, { query, limit: room }));
    for (const tool of tools) if (best.size < room) best.add(tool);
    return [...local.slice(0, limit), ...tools.filter((tool) => best.has(tool))];
  };
}
