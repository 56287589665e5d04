import type { ErrorRows } from './row.ts';

/** Agents that find and call each other. */
export const meshErrors = {
  MESH_AGENT_NOT_FOUND: {
    status: 404,
    retry: false,
    says: (d: { agent: string }) => `There is no mesh agent "${d.agent}".`,
    fix: '`patchbay mesh list` shows those that are registered.',
  },
  MESH_NO_PROVIDER: {
    status: 503,
    retry: true,
    says: (d: { capability: string }) => `No healthy agent of the mesh provides "${d.capability}".`,
    fix: '`patchbay mesh explain --capability <name>` says who could, and why they do not.',
  },
  MESH_CALL_FAILED: {
    status: 502,
    retry: false,
    says: (d: { agent: string; reason: string }) => `The mesh agent "${d.agent}" did not answer: ${d.reason}`,
    fix: 'Check that it runs where it says, and whether the call had its effect before you repeat it.',
  },
} as const satisfies ErrorRows;
