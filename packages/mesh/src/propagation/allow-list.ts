import { fail } from '@patchbay/contracts';

export type IsAllowed = (header: string) => boolean;

/** They describe one hop, or who speaks on it, and would be lies on the next. */
const neverPassedOn: ReadonlySet<string> = new Set([
  'accept',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'traceparent',
  'tracestate',
  'x-parent-span',
  'x-trace-id',
]);
const ofOneHop = /^(?:mcp|x-mesh)-/;

/**
 * Which headers travel with a call from agent to agent: `authorization, x-tenant-*`. Everything is not a list: a
 * bare `*` would hand every secret of a caller to every agent behind.
 */
export function parseAllowList(text: string, agent: string): IsAllowed {
  const patterns = text
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '');
  const wrong = patterns.find((one) => one === '*' || !/^[a-z0-9!#$%&'+.^_`|~-]+\*?$/.test(one));
  if (wrong !== undefined)
    throw fail('MESH_AGENT_INVALID', {
      agent,
      reason: `"${wrong}" in MCP_MESH_PROPAGATE_HEADERS is neither a header nor a beginning such as x-tenant-*.`,
    });
  return (header) =>
    !neverPassedOn.has(header) &&
    !ofOneHop.test(header) &&
    patterns.some((pattern) => matches(pattern, header));
}

function matches(pattern: string, header: string): boolean {
  return pattern.endsWith('*') ? header.startsWith(pattern.slice(0, -1)) : header === pattern;
}
