import type { ErrorRows } from './row.ts';

/** What can go wrong inside a mesh agent and between two of them. */
export const meshAgentErrors = {
  MESH_AGENT_INVALID: {
    status: 400,
    retry: false,
    says: (d: { agent: string; reason: string }) => `The mesh agent "${d.agent}" cannot be: ${d.reason}`,
    fix: 'Change its definition or its settings as the message says.',
  },
  DEPENDENCY_UNAVAILABLE: {
    status: 503,
    retry: true,
    says: (d: { capability: string }) => `Dependency not available: ${d.capability}`,
    fix: 'Start an agent that provides this capability; `optional: true` lets a tool do without it.',
  },
  MESH_AGENT_UNREACHABLE: {
    status: 503,
    retry: true,
    says: (d: { endpoint: string; reason: string }) =>
      `The mesh agent at ${d.endpoint} does not answer: ${d.reason}`,
    fix: 'Check that it runs and that the address it registered can be reached from here (`MCP_MESH_HTTP_HOST`).',
  },
  MESH_CALL_TIMEOUT: {
    status: 504,
    retry: true,
    says: (d: { tool: string; endpoint: string; afterMs: number }) =>
      `"${d.tool}" at ${d.endpoint} did not answer within ${String(d.afterMs)} ms.`,
    fix: 'Raise `timeoutMs` where the need is declared, or find out why the tool is slow.',
  },
  DEPENDENCY_FAILED: {
    status: 502,
    retry: false,
    says: (d: { tool: string; reason: string }) => d.reason,
    fix: 'The tool of the other agent answered with this error; change the call as it says.',
  },
  MESH_ANSWER_INVALID: {
    status: 502,
    retry: false,
    says: (d: { tool: string; reason: string }) =>
      `"${d.tool}" answered something else than expected: ${d.reason}`,
    fix: 'Compare the `output` schema of the need with what the other agent returns.',
  },
  MESH_LLM_UNFINISHED: {
    status: 502,
    retry: false,
    says: (d: { rounds: number }) =>
      `The model still asked for tools after ${String(d.rounds)} rounds and was stopped.`,
    fix: 'Raise `maxRounds` of the LLM, or give it fewer tools by a narrower `filter`.',
  },
} as const satisfies ErrorRows;
