import { traced, type Entry, type MeshRegistry, type Tracing } from '@patchbay/core';
import type { AnswerCall } from './call-wire.ts';
import { relay, type RelayTarget } from './relay.ts';
import { traceOfAgent } from './trace-of-agent.ts';
import { MeshRefusal, readText, type Ask } from './wire.ts';

export interface ProxyDeps {
  readonly registry: MeshRegistry;
  /** The server in the catalogue that an agent is, if it is one. */
  readonly serverOf: (agentName: string) => string | undefined;
  readonly answerCall: AnswerCall;
  readonly tracing: Tracing;
}

const defaultMs = 60_000;
const maxMs = 600_000;

/** Reaches agents through the registry: only those that are registered, and only what they offer as MCP. */
export function createProxy({ registry, serverOf, answerCall, tracing }: ProxyDeps) {
  return async function proxy(ask: Ask, rest: string): Promise<void> {
    const slash = rest.indexOf('/');
    const [target, path] = slash === -1 ? [rest, ''] : [rest.slice(0, slash), rest.slice(slash)];
    if (path === '')
      throw new MeshRefusal(
        400,
        'Invalid target format: missing path. Expected format: {host}:{port}/mcp/{path}',
      );
    if (path !== '/mcp' && !path.startsWith('/mcp/'))
      throw new MeshRefusal(400, 'Only /mcp/* paths are allowed for proxying');
    const entry = find(registry, target);
    if (!entry) throw new MeshRefusal(403, `Target host '${target}' is not a registered agent`);
    const { agent } = entry;
    if (!agent.endpoint.startsWith('http')) throw new MeshRefusal(502, `Agent "${agent.id}" has no address`);
    const body = await readText(ask.request);
    const server = serverOf(agent.name);
    // What is in the catalogue is governed, whichever way it is called.
    if (server !== undefined && (await answerCall(ask, body, { server, isOnlyWay: false }))) return;
    const timeoutMs = timeoutOf(ask);
    await relayTraced(tracing, ask, { agent: agent.name, endpoint: agent.endpoint, path, timeoutMs, body });
  };
}

/** What is not in the catalogue is not read either: only that it was handed on is told. */
function relayTraced(
  tracing: Tracing,
  { request, response }: Ask,
  { agent, ...target }: RelayTarget & { readonly agent: string },
): Promise<void> {
  if (!tracing.isOn) return relay(request, response, target);
  const describe = () => ({
    attributes: { 'http.response.status_code': response.statusCode },
    ...(response.statusCode >= 500 && { error: String(response.statusCode) }),
  });
  const attributes = { 'patchbay.mesh.agent': agent };
  const parent = traceOfAgent(request.headers);
  const span = { name: `mesh proxy ${agent}`, kind: 'client', parent, attributes, describe } as const;
  return traced(tracing, span, (trace) => relay(request, response, { ...target, trace }));
}

/** By id, by name, or by where it is. */
function find({ entries }: MeshRegistry, target: string): Entry | undefined {
  const byId = entries.get(target);
  if (byId) return byId;
  const all = [...entries.values()];
  return (
    all.find(({ agent }) => agent.name === target && agent.status === 'healthy') ??
    all.find(({ agent }) => agent.endpoint === `http://${target}`)
  );
}

function timeoutOf({ request: { headers } }: Ask): number {
  const seconds = Number(headers['x-mesh-timeout']);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1_000, maxMs) : defaultMs;
}
