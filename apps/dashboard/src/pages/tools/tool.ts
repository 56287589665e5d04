import { isJsonObject, type JsonObject } from '@patchbay/contracts';

/** A tool as the pages use it, from what the hub lists. */
export interface Tool {
  /** `server.tool`. */
  readonly name: string;
  readonly server: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly definition: JsonObject;
  /** What a search looks at. */
  readonly sought: string;
}

export function toTool(definition: Readonly<Record<string, unknown>>): Tool {
  const { name, serverId, description, inputSchema } = definition;
  const own = { name: String(name), description: typeof description === 'string' ? description : '' };
  return {
    ...own,
    server: String(serverId),
    inputSchema: isJsonObject(inputSchema) ? inputSchema : {},
    definition: definition as JsonObject, // it came as JSON
    sought: `${own.name} ${own.description}`.toLowerCase(),
  };
}

/** Every word must be in it; those with all of them in the name come first. */
export function searchTools(all: readonly Tool[], text: string): readonly Tool[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return all;
  const found = all.filter(({ sought }) => words.every((word) => sought.includes(word)));
  const isNamed = ({ name }: Tool): boolean => words.every((word) => name.toLowerCase().includes(word));
  return [...found.filter(isNamed), ...found.filter((tool) => !isNamed(tool))];
}
