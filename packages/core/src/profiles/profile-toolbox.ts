import { fail, PatchbayError } from '@patchbay/contracts';
import type { CatalogTool } from '../catalog/catalog-tool.ts';
import { keepIfSame } from '../catalog/remember.ts';
import type { Target, Toolbox } from '../catalog/toolbox.ts';
import { splitName } from '../catalog/tool-name.ts';
import type { Log } from '../log.ts';
import { inScope, nameTools, type NamedTools, type Twins } from './name-tools.ts';
import type { Profile } from './profile.ts';
import type { ProfileScope } from './profile-scope.ts';

export interface ProfileToolboxDeps {
  readonly profile: Profile;
  readonly scope: ProfileScope;
  readonly toolbox: Pick<Toolbox, 'list' | 'all' | 'resolve'>;
  readonly log: Log;
}

/** The tools of one profile, whoever asks for them. */
export interface ProfileToolbox extends Pick<Toolbox, 'resolve'> {
  /** Those worth offering, as the profile shows them. The same array until something changes. */
  readonly list: () => readonly CatalogTool[];
  /** Those that it does not have because another one has their name. */
  twins(): readonly Twins[];
  /** What it calls this tool of the catalogue; undefined for one that it does not have. */
  shownAs(tool: CatalogTool): CatalogTool | undefined;
}

/** Every name that the hub understands is understood here too, and none leads out of the profile. */
export function createProfileToolbox({ profile, scope, toolbox, log }: ProfileToolboxDeps): ProfileToolbox {
  const warnOnce = createTwinWarning(log, profile.name);
  let before: NamedTools | undefined;
  const named = made(toolbox.all, (tools) => {
    before = nameTools(profile, inScope(scope, tools), before);
    before.twins.forEach(warnOnce);
    return before;
  });
  let known: readonly CatalogTool[] = [];
  let madeOf: { readonly offered: readonly CatalogTool[]; readonly names: NamedTools } | undefined;
  const byBareName = made(named, ({ shown }) => Map.groupBy(shown.keys(), ({ name }) => name));

  function list(): readonly CatalogTool[] {
    const [offered, names] = [toolbox.list(), named()];
    if (madeOf?.offered === offered && madeOf.names === names) return known;
    madeOf = { offered, names };
    known = keepIfSame(
      known,
      offered.flatMap((tool) => names.shown.get(tool) ?? []),
    );
    return known;
  }

  function resolve(name: string, server?: string): Target {
    const own = server === undefined ? named().byName.get(name) : undefined;
    if (own) return toolbox.resolve(own.name, own.server);
    const target = tryTo(() => toolbox.resolve(name, server));
    if (target && named().shown.has(target.tool)) return target;
    const [only, ...others] = server === undefined ? (byBareName().get(name) ?? []) : [];
    if (only && others.length === 0) return toolbox.resolve(only.name, only.server);
    throw only
      ? fail('TOOL_NAME_AMBIGUOUS', { name, servers: [only, ...others].map((tool) => tool.server) })
      : unknownIn([...named().shown.keys()], name, server);
  }

  return {
    list,
    resolve,
    twins: () => named().twins,
    shownAs: (tool) => named().shown.get(tool),
  };
}

/** It names only what the profile has, so that nobody learns what else there is. */
function unknownIn(tools: readonly CatalogTool[], name: string, server: string | undefined) {
  const split = server === undefined ? splitName(name) : { server, tool: name };
  if (!split) return fail('TOOL_NAME_INVALID', { name });
  const { server: serverId, tool } = split;
  const ofServer = tools.filter((one) => (one.server as string) === serverId);
  if (ofServer.length > 0)
    return fail('TOOL_NOT_FOUND', { serverId, tool, available: ofServer.map((one) => one.name) });
  const available = [...new Set(tools.map((one) => one.server))];
  return fail('TOOL_SERVER_UNKNOWN', { serverId, available });
}

/** Made again only when what it is made of is something else. */
function made<From extends object, To>(from: () => From, make: (from: From) => To): () => To {
  let last: { readonly from: From; readonly to: To } | undefined;
  return () => {
    const now = from();
    if (last?.from !== now) last = { from: now, to: make(now) };
    return last.to;
  };
}

/** Undefined where no tool has this name; who asks here learns no more. */
function tryTo(resolve: () => Target): Target | undefined {
  try {
    return resolve();
  } catch (error) {
    if (PatchbayError.is(error) && error.code.startsWith('TOOL_')) return undefined;
    throw error;
  }
}

function createTwinWarning(log: Log, profile: string): (twins: Twins) => void {
  const warned = new Set<string>();
  return ({ kept, dropped }) => {
    const pair = `${kept.qualified} ${dropped.qualified}`;
    if (warned.has(pair)) return;
    warned.add(pair);
    log.warn('tool.hidden-by-twin', { profile, kept: kept.qualified, dropped: dropped.qualified });
  };
}
