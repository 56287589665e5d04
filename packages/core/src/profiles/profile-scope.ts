import type { CatalogTool } from '../catalog/catalog-tool.ts';
import { compileGlob } from '../policies/glob.ts';
import type { Profile } from './profile.ts';

/** Why a profile does not have a tool. */
export type ScopeMiss =
  | { readonly kind: 'server' }
  | { readonly kind: 'not-allowed' }
  | { readonly kind: 'denied'; readonly pattern: string };

/** Which servers and tools a profile is about, whoever asks. */
export interface ProfileScope {
  readonly hasServer: (server: string) => boolean;
  /** Undefined for what it has. */
  readonly missOf: (tool: Pick<CatalogTool, 'server' | 'qualified'>) => ScopeMiss | undefined;
  readonly isPinned: (tool: Pick<CatalogTool, 'qualified'>) => boolean;
}

export function createProfileScope({ servers, tools, search }: Profile): ProfileScope {
  const hasServer = anyOf(servers);
  const isAllowed = anyOf(tools.allow);
  const isDenied = anyOf(tools.deny);
  const isPinned = anyOf(search.pinned);
  return {
    hasServer,
    missOf({ server, qualified }) {
      if (!hasServer(server)) return { kind: 'server' };
      if (!isAllowed(qualified)) return { kind: 'not-allowed' };
      if (!isDenied(qualified)) return undefined;
      const pattern = tools.deny.find((one) => compileGlob(one).matches(qualified));
      return { kind: 'denied', pattern: pattern ?? '' };
    },
    isPinned: ({ qualified }) => isPinned(qualified),
  };
}

/** Names are looked up and only patterns are tried, so that a long list of names costs no more than a short one. */
function anyOf(patterns: readonly string[]): (text: string) => boolean {
  const all = patterns.map((pattern) => ({ pattern, glob: compileGlob(pattern) }));
  const names = new Set(all.flatMap(({ pattern, glob }) => (glob.isExact ? [pattern] : [])));
  const globs = all.flatMap(({ glob }) => (glob.isExact ? [] : [glob]));
  return (text) => names.has(text) || globs.some((glob) => glob.matches(text));
}
