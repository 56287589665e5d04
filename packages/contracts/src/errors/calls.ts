import type { Json, JsonObject } from '../mcp/json.ts';
import type { ErrorRows, NoData } from './row.ts';

/** Rounded up: who comes back then is not sent away again. */
function inWords(ms: number): string {
  if (ms <= 120_000) return `${String(Math.ceil(ms / 1_000))} s`;
  return ms <= 7_200_000 ? `${String(Math.ceil(ms / 60_000))} min` : `${String(Math.ceil(ms / 3_600_000))} h`;
}

/** Calls of tools: what can keep one from its answer. */
export const callErrors = {
  TOOL_NAME_INVALID: {
    status: 400,
    retry: false,
    says: (d: { name: string }) =>
      `invalid tool name "${d.name}": must be in 'server.tool' format (e.g., 'kubernetes-server.get_pods')`,
    fix: 'Name the tool as `server.tool` or `server__tool`; `patchbay tools list` shows them all.',
  },
  TOOL_NAME_AMBIGUOUS: {
    status: 400,
    retry: false,
    says: (d: { name: string; servers: readonly string[] }) =>
      `More than one server has a tool "${d.name}": ${d.servers.join(', ')}.`,
    fix: 'Put the name of the server in front, as in `server.tool`.',
  },
  TOOL_SERVER_UNKNOWN: {
    status: 404,
    retry: false,
    says: (d: { serverId: string; available: readonly string[] }) =>
      `MCP server "${d.serverId}" is not available for this execution. Available servers: ${d.available.join(', ') || 'none'}`,
    fix: 'Use a server from the list, or register the one you want.',
  },
  TOOL_NOT_FOUND: {
    status: 404,
    retry: false,
    says: (d: { serverId: string; tool: string; available: readonly string[] }) =>
      `tool "${d.tool}" is not available on server "${d.serverId}". Available tools: ${d.available.join(', ') || 'none'}`,
    fix: 'Check the spelling; if the tool is new, `patchbay servers sync` fetches the list again.',
  },
  TOOL_EXISTS: {
    status: 409,
    retry: false,
    says: (d: { tool: string }) => `The program has added a tool named "${d.tool}" already.`,
    fix: 'Choose another name, or take the other one away first with the function that `addTool` gave.',
  },
  ARGUMENTS_INVALID: {
    status: 400,
    retry: false,
    says: (d: { reason: string }) => `Failed to parse tool arguments: ${d.reason}`,
    fix: "Send an object that fits the tool's input schema; `patchbay tools show` prints it.",
  },
  CALL_DENIED: {
    status: 403,
    retry: false,
    says: (d: { serverId: string; tool: string; reason: string }) =>
      `The call of "${d.serverId}.${d.tool}" was not allowed: ${d.reason}`,
    fix: '`patchbay policies test` says which rule decides, and what would change it.',
  },
  CALL_LIMITED: {
    status: 429,
    retry: true,
    says: (d: { serverId: string; tool: string; rule: string; allows: string; retryAfterMs: number }) =>
      `The limit "${d.rule}" allows ${d.allows}. Try again in ${inWords(d.retryAfterMs)}.`,
    fix: 'Wait as long as it says. Whoever runs the hub sets `limits` in its configuration.',
  },
  CALL_REFUSED: {
    status: 502,
    retry: false,
    says: (d: { serverId: string; tool: string; reason: string; code: number; data: Json | undefined }) =>
      d.reason,
    fix: 'The server answered with this error; change the call as it says.',
  },
  HUB_BUSY: {
    status: 503,
    retry: true,
    says: (d: { running: number }) => `The hub has ${String(d.running)} calls running and takes no more.`,
    fix: 'Try again in a moment.',
  },
  SERVER_UNAVAILABLE: {
    status: 503,
    retry: true,
    says: (d: { serverId: string; reason: string }) =>
      `MCP server "${d.serverId}" cannot take calls: ${d.reason}`,
    fix: '`patchbay servers show <name>` says why, and when the hub tries again.',
  },
  SERVER_BUSY: {
    status: 503,
    retry: true,
    says: (d: { serverId: string; waiting: number }) =>
      `MCP server "${d.serverId}" has ${String(d.waiting)} calls waiting and takes no more.`,
    fix: 'Try again in a moment.',
  },
  SERVER_RESTING: {
    status: 503,
    retry: true,
    says: (d: { serverId: string; retryAfterMs: number }) =>
      `MCP server "${d.serverId}" failed again and again and is left alone for ${String(Math.ceil(d.retryAfterMs / 1_000))} s.`,
    fix: '`patchbay doctor` says what is wrong with it; the next call after that time tries it again.',
  },
  OUTCOME_UNKNOWN: {
    status: 502,
    retry: false,
    says: (d: { serverId: string; tool: string; reason: string }) =>
      `The connection to "${d.serverId}" was lost after "${d.tool}" was called: ${d.reason} It may have run. Do not repeat it; check whether it had its effect, or ask the user.`,
    fix: 'Check with the server whether the call had its effect before you repeat it.',
  },
  CALL_NOT_FOUND: {
    status: 404,
    retry: false,
    says: (d: { id: string }) => `There is no call "${d.id}" whose outcome is unknown.`,
    fix: '`GET /api/mcp/calls/unknown` lists those there are.',
  },
  AUDIT_UNAVAILABLE: {
    status: 503,
    retry: true,
    says: (_: NoData) => 'The audit cannot be written, so calls that could have an effect are refused.',
    fix: '`/health` says why. Calls of tools that are known to only read still run.',
  },
  RESULT_NOT_FOUND: {
    status: 404,
    retry: false,
    says: (d: { id: string }) => `There is no kept result "${d.id}".`,
    fix: 'Results are kept for a day, for who made the call. Call the tool again, and ask it for less.',
  },
  INPUT_UNAVAILABLE: {
    status: 422,
    retry: false,
    says: (d: { serverId: string; needs: string; required: JsonObject }) =>
      `Server "${d.serverId}" must ask the client that calls it (${d.needs}), and this client cannot be asked that.`,
    fix: 'Call it by MCP from a client that declares this capability.',
  },
  INPUT_TIMEOUT: {
    status: 408,
    retry: true,
    says: (d: { afterMs: number }) =>
      `The client did not answer what the server asked within ${inWords(d.afterMs)}.`,
    fix: 'Answer sooner, or raise `mcp.timeouts.interactionMs`.',
  },
  INPUT_FAILED: {
    status: 502,
    retry: false,
    says: (d: { reason: string }) => `The server asked something that got no answer: ${d.reason}`,
    fix: 'Read the reason; it comes from the client or from the way to it.',
  },
  CALL_CANCELLED: {
    status: 499,
    retry: false,
    says: (_: NoData) => 'The call was cancelled by the one who asked for it.',
    fix: 'Nothing needs to be done.',
  },
} as const satisfies ErrorRows;
