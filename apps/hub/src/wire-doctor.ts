import { doctorHandlers } from '@patchbay/api';
import { fail, type Finding, type HealthView } from '@patchbay/contracts';
import {
  aboutProfile,
  aboutProfileTools,
  aboutToolInProfile,
  createExamine,
  createJudgeTool,
  createWalk,
  heldReason,
  type Principal,
  type ProfileAtWork,
} from '@patchbay/core';
import type { Parts, World } from './wire.ts';

/** What is wrong, for whom, and in which profile. */
export function wireDoctor(world: World, parts: Parts, checkHealth: () => Promise<HealthView>) {
  const { known, toolbox } = parts.mcp;
  const { views } = parts.profiles;
  const examineHub = createExamine({
    checkHealth,
    servers: () => known.list(),
    tools: () => toolbox.list(),
    toolsFor: parts.toolsFor,
    unknownCalls: async () => (await world.store.intents.listUnknown(1_000)).length,
    clock: world.clock,
  });
  const viewOf = (name: string, principal: Principal): ProfileAtWork => {
    const view = views.find(name, principal);
    if (!view) throw fail('PROFILE_NOT_FOUND', { profile: name });
    return view;
  };
  return doctorHandlers({
    async examine(principal, profile) {
      const about = profile === undefined ? views.allFor(principal) : [viewOf(profile, principal)];
      const tools = profile === undefined ? [] : about.map((view) => aboutProfileTools(view, principal));
      return [...(await examineHub(principal)), ...tools, ...about.flatMap(aboutProfile)];
    },
    walk(principal, subject, profile) {
      if (profile === undefined) return createWalk(walkDeps(world, parts))(principal, subject);
      const view = viewOf(profile, principal);
      const walk = createWalk(walkDeps(world, parts, view));
      return walk(principal, meantBy(view, subject));
    },
  });
}

function walkDeps({ clock }: World, { mcp, policies }: Parts, view?: ProfileAtWork) {
  const { known, named, catalog, gates, limits, review } = mcp;
  const { rules } = view ?? policies.book;
  return {
    lookUp: async (name: string) => {
      const server = await named.lookUp(name);
      return server && known.know(server);
    },
    judge: createJudgeTool({ rules, toolDigest: policies.toolDigest, clock }),
    held: ({ server, record }: Known, tool: string) =>
      heldReason(
        review.pins,
        server,
        record.offer?.tools.find(({ name }) => name === tool),
      ),
    inProfile: ({ server }: Known, name: string, principal: Principal): Finding | undefined => {
      const tool = view && catalog.toolsOf(server).get(name);
      return tool && aboutToolInProfile(view, tool, principal);
    },
    restingMs: gates.restingMs.bind(gates),
    refusalOf: limits.refusalOf.bind(limits),
    now: () => clock.now(),
  };
}

type Known = ReturnType<Parts['mcp']['known']['know']>;

/** A tool may be named as the profile names it. */
function meantBy({ toolbox }: ProfileAtWork, subject: string): string {
  try {
    return toolbox.resolve(subject).tool.qualified;
  } catch {
    return subject; // what is wrong with it is what the walk tells
  }
}
