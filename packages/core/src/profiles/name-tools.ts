import { hubToolNames, type Naming, type ToolOverride } from '@patchbay/contracts';
import type { CatalogTool } from '../catalog/catalog-tool.ts';
import { bareName, type OfferedName } from '../catalog/tool-name.ts';
import type { Profile } from './profile.ts';
import type { ProfileScope } from './profile-scope.ts';

/** Two tools that a profile would show under one name. */
export interface Twins {
  readonly kept: CatalogTool;
  readonly dropped: CatalogTool;
}

/** The tools of a profile and what each is called there. Tools are those of the catalogue unless they are said to be shown. */
export interface NamedTools {
  /** Each of its tools, as it shows it. The same object until its definition or name changes. */
  readonly shown: ReadonlyMap<CatalogTool, CatalogTool>;
  readonly byName: ReadonlyMap<string, CatalogTool>;
  readonly twins: readonly Twins[];
}

type Named = Pick<Profile, 'naming' | 'overrides'>;

/**
 * What each tool of a profile is called, from all that there are. Names that somebody chose are given first; then the
 * first server by name has a name, and its twin is not in the profile at all. It does not matter who asks or which
 * servers answer now, so a name never passes to another tool while somebody uses it.
 */
export function nameTools(profile: Named, tools: readonly CatalogTool[], before?: NamedTools): NamedTools {
  const byName = new Map<string, CatalogTool>();
  const names = new Map<CatalogTool, OfferedName>();
  const twins: Twins[] = [];
  const take = (tool: CatalogTool, name: OfferedName): void => {
    const kept = byName.get(name);
    if (kept) return void twins.push({ kept, dropped: tool });
    byName.set(name, tool);
    names.set(tool, name);
  };
  const chosenOf = (tool: CatalogTool): string | undefined => overrideOf(profile, tool)?.name;
  for (const tool of tools) {
    const chosen = chosenOf(tool);
    if (chosen !== undefined) take(tool, chosen as OfferedName);
  }
  for (const tool of tools) if (chosenOf(tool) === undefined) take(tool, givenName(tool, profile.naming));
  const shown = tools.flatMap((tool): [CatalogTool, CatalogTool][] => {
    const name = names.get(tool);
    if (name === undefined) return [];
    const known = before?.shown.get(tool);
    return [[tool, known?.offered === name ? known : show(tool, name, overrideOf(profile, tool))]];
  });
  return { shown: new Map(shown), byName, twins };
}

export function inScope(scope: ProfileScope, tools: readonly CatalogTool[]): readonly CatalogTool[] {
  return tools.filter((tool) => scope.missOf(tool) === undefined);
}

function overrideOf({ overrides }: Named, { qualified }: CatalogTool): ToolOverride | undefined {
  return Object.hasOwn(overrides, qualified) ? overrides[qualified] : undefined;
}

/** What the hub's own tools are called, nothing else is. */
function givenName({ name, offered }: CatalogTool, naming: Naming): OfferedName {
  if (naming === 'prefixed' || hubToolNames.some((own) => own === name)) return offered;
  return bareName(name);
}

/** The catalogue's own object where nothing is different, so that most profiles keep no copies. */
function show(tool: CatalogTool, offered: OfferedName, override: ToolOverride | undefined): CatalogTool {
  const { title, description } = override ?? {};
  if (offered === tool.offered && title === undefined && description === undefined) return tool;
  const words = { ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
  return {
    ...tool,
    offered,
    description: description ?? tool.description,
    definition: { ...tool.definition, ...words },
  };
}
