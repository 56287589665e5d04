import type { Finding } from '@patchbay/contracts';
import type { Principal } from '../access/principal.ts';
import type { CatalogTool } from '../catalog/catalog-tool.ts';
import type { ScopeMiss } from './profile-scope.ts';
import type { ProfileAtWork } from './profile-view.ts';

/** Whether a profile has a tool, under which name, and if not, why and what to do about it. */
export function aboutToolInProfile(view: ProfileAtWork, tool: CatalogTool, principal: Principal): Finding {
  const { definition, scope, toolbox } = view;
  const { name } = definition;
  const miss = scope.missOf(tool);
  if (miss) return problem(name, words[miss.kind](tool, miss, name), fixes[miss.kind](tool, name));
  const twins = toolbox.twins().find(({ dropped }) => dropped === tool);
  if (twins)
    return problem(
      name,
      `It is not in the profile: ${twins.kept.qualified} has the same name there.`,
      `Give one of them another: \`patchbay profiles set ${name} --rename ${tool.qualified}=<name>\`.`,
    );
  const shown = toolbox.shownAs(tool)?.offered ?? tool.offered;
  if (isUnlisted(view, tool, principal))
    return ok(
      name,
      `It is called ${shown} here. It is not listed, but search_tools finds it and call_tool calls it.`,
    );
  return ok(name, `It is called ${shown} here.`);
}

/** What is not as one would think: tools whose names others have. */
export function aboutProfile({ definition: { name }, toolbox }: ProfileAtWork): readonly Finding[] {
  return toolbox.twins().map(({ kept, dropped }) => ({
    level: 'note',
    about: `profile ${name}`,
    says: `${dropped.qualified} is not shown: ${kept.qualified} has the same name there.`,
    fix: `\`patchbay profiles set ${name} --rename ${dropped.qualified}=<name>\` gives it another.`,
    serverId: dropped.server,
  }));
}

/** All that somebody has in it. */
export function aboutProfileTools(view: ProfileAtWork, principal: Principal): Finding {
  const { name } = view.definition;
  const [callable, listed] = [view.callableFor(principal).length, view.toolsFor(principal).length];
  if (callable === 0)
    return {
      ...ok(name, 'You have no tool in it.'),
      level: 'note',
      fix: `\`patchbay profiles show ${name}\` says which servers and tools it is about.`,
    };
  const counted = `You have ${String(callable)} tools in it`;
  return ok(
    name,
    view.definition.search.enabled ? `${counted}; ${String(listed)} are listed.` : `${counted}.`,
  );
}

function isUnlisted({ toolbox, toolsFor }: ProfileAtWork, tool: CatalogTool, principal: Principal): boolean {
  const shown = toolbox.shownAs(tool);
  return shown !== undefined && !toolsFor(principal).includes(shown);
}

type Words<T> = Readonly<Record<ScopeMiss['kind'], T>>;

const words: Words<(tool: CatalogTool, miss: ScopeMiss, profile: string) => string> = {
  server: ({ server }) => `It is not in the profile: the server ${server} is not.`,
  'not-allowed': () => 'It is not in the profile: it is like none of the names under `tools.allow`.',
  denied: (_, miss) =>
    `It is not in the profile: \`tools.deny\` has ${miss.kind === 'denied' ? miss.pattern : ''}.`,
};

const fixes: Words<(tool: CatalogTool, profile: string) => string> = {
  server: ({ server }, profile) => `\`patchbay profiles set ${profile} --server …,${server}\` adds it.`,
  'not-allowed': ({ qualified }, profile) =>
    `\`patchbay profiles set ${profile} --allow …,${qualified}\` adds it.`,
  denied: (_, profile) => `\`patchbay profiles show ${profile}\` shows what it leaves out.`,
};

function ok(profile: string, says: string): Finding {
  return { level: 'ok', about: `profile ${profile}`, says, fix: null, serverId: null };
}

function problem(profile: string, says: string, fix: string): Finding {
  return { level: 'problem', about: `profile ${profile}`, says, fix, serverId: null };
}
