import { isJsonObject, type JsonObject } from '@patchbay/contracts';
import type { CatalogTool } from '../catalog/catalog-tool.ts';
import type { CreateSearchIndex, SearchDocument, SearchIndex } from './search-index.ts';

interface Sought {
  readonly query: string;
  readonly limit: number;
  /** Only these; all if not given. */
  readonly among?: ReadonlySet<CatalogTool> | undefined;
}

/** The best tools for what somebody wants to do, the best first. */
export type FindTools = (tools: readonly CatalogTool[], sought: Sought) => Promise<readonly CatalogTool[]>;

/** A list is indexed when it is first searched, and again when it is another list. Who asks makes no difference to the index. */
export function createFindTools(createIndex: CreateSearchIndex): FindTools {
  const indexes = new WeakMap<readonly CatalogTool[], Promise<SearchIndex>>();
  return async (tools, { query, limit, among }) => {
    const indexing = indexes.get(tools) ?? createIndex(tools.map(toDocument));
    indexes.set(tools, indexing);
    const index = await indexing;
    const found: CatalogTool[] = [];
    for (const place of index.search(query)) {
      const tool = tools[place];
      if (tool && (among?.has(tool) ?? true)) found.push(tool);
      if (found.length === limit) break;
    }
    return found;
  };
}

function toDocument({
  server,
  name,
  offered,
  description,
  definition,
  inputSchema,
}: CatalogTool): SearchDocument {
  const { title, annotations } = definition;
  const titles = [title, annotations?.['title']].filter((one) => typeof one === 'string');
  const shown = offered.startsWith(`${server}__`) ? '' : offered;
  return {
    name: `${server} ${name} ${shown}`,
    title: titles.join(' '),
    description,
    parameters: parametersOf(inputSchema),
  };
}

/** Names and descriptions, one level deep: what is nested says little about what a tool is for. */
function parametersOf({ properties }: JsonObject): string {
  if (!isJsonObject(properties)) return '';
  return Object.entries(properties)
    .map(([name, schema]) => {
      const description = isJsonObject(schema) ? schema['description'] : undefined;
      return typeof description === 'string' ? `${name} ${description}` : name;
    })
    .join(' ');
}
