import {
  heartbeatSchema,
  meshAgentIdPattern,
  meshRuntimes,
  type HeartbeatAnswer,
  type MeshDependency,
  type MeshTool,
  type ReadHeartbeat,
} from '@patchbay/contracts';
import { json, nothing, type AgentRequest, type AgentResponse } from '../server/http.ts';
import { choose, matching, type Candidate } from './resolve.ts';

interface Entry {
  readonly body: ReadHeartbeat;
  readonly endpoint: string;
  isHealthy: boolean;
  /** The topology that it was last told of. */
  seen: number;
}

/**
 * A registry in memory, for tests: the wire of a real one as far as agents need it. It keeps no time: an agent is
 * gone when it says so, or when `lose` says so.
 */
export class FakeRegistry {
  readonly #agents = new Map<string, Entry>();
  readonly #requests: string[] = [];
  #topology = 0;
  #trouble: 'none' | 'failing' = 'none';

  /** Everything it was asked, such as `HEAD /heartbeat/weather-1a2b3c4d`. */
  get requests(): readonly string[] {
    return this.#requests;
  }

  /** The ids of those that are well. */
  get healthy(): string[] {
    return [...this.#agents].filter(([, { isHealthy }]) => isHealthy).map(([id]) => id);
  }

  /** What an agent last said of itself. */
  registration(agentId: string): ReadHeartbeat | undefined {
    return this.#agents.get(agentId)?.body;
  }

  /** From now on it answers 503, or is well again. */
  setTrouble(trouble: 'none' | 'failing'): void {
    this.#trouble = trouble;
  }

  /** Declares an agent dead, as a registry does that has not heard of it for too long. */
  lose(agentId: string): void {
    const entry = this.#agents.get(agentId);
    if (entry?.isHealthy !== true) return;
    entry.isHealthy = false;
    this.#topology += 1;
  }

  /** Forgets everything, as one does that was started anew without its store. */
  forget(): void {
    this.#agents.clear();
    this.#topology += 1;
  }

  async answer({ method, path, body }: AgentRequest): Promise<AgentResponse> {
    this.#requests.push(`${method} ${path}`);
    if (this.#trouble === 'failing') return json(503, { error: 'registry unavailable', timestamp: now() });
    const [, resource = '', id = ''] = path.split('/').map((part) => decodeURIComponent(part));
    const route = this.#routes[`${method} /${resource}${id === '' ? '' : '/'}`];
    return route?.(id, body) ?? json(404, { error: 'not found', timestamp: now() });
  }

  readonly #routes: Readonly<Record<string, (id: string, body: string) => AgentResponse>> = {
    'POST /heartbeat': (_, body) => this.#heartbeat(body),
    'HEAD /heartbeat/': (id) => nothing(this.#look(id)),
    'DELETE /agents/': (id) => this.#remove(id),
    'GET /agents': () => json(200, this.#list()),
    'GET /health': () => json(200, { service: 'fake-registry', status: 'healthy', timestamp: now() }),
  };

  #look(id: string): number {
    const entry = this.#agents.get(id);
    if (entry?.isHealthy !== true) return 410;
    return entry.seen < this.#topology ? 202 : 200;
  }

  #remove(id: string): AgentResponse {
    this.lose(id);
    return nothing(204);
  }

  #heartbeat(text: string): AgentResponse {
    const parsed = heartbeatSchema.safeParse(parse(text));
    if (!parsed.success) return json(400, { error: parsed.error.message, timestamp: now() });
    const body = parsed.data;
    const refusal = refusalOf(body);
    if (refusal !== undefined) return json(200, answerOf(body, 'error', refusal));
    const known = this.#agents.get(body.agent_id);
    const entry = { body, endpoint: endpointOf(body), isHealthy: true, seen: 0 };
    this.#agents.set(body.agent_id, entry);
    if (known?.isHealthy !== true || factsOf(known) !== factsOf(entry)) this.#topology += 1;
    entry.seen = this.#topology;
    return json(200, {
      ...answerOf(body, 'success', 'Agent registered via heartbeat'),
      ...this.#resolve(body),
    });
  }

  #resolve({ agent_id, tools = [] }: ReadHeartbeat): Partial<HeartbeatAnswer> {
    const candidates = this.#candidates();
    const withLlm = tools.filter(({ llm_filter, llm_provider }) => llm_filter ?? llm_provider);
    const providers = withLlm.flatMap((tool) => {
      const found = tool.llm_provider && choose(tool.llm_provider, candidates);
      return found ? [[tool.function_name, providerOf(found)] as const] : [];
    });
    return {
      dependencies_resolved: Object.fromEntries(
        tools
          .filter(({ dependencies = [] }) => dependencies.length > 0)
          .map(({ function_name, dependencies = [] }) => [
            function_name,
            dependencies.map((wanted) => slotOf(wanted, choose(wanted, candidates))),
          ]),
      ),
      llm_tools: Object.fromEntries(
        withLlm.map((tool) => [tool.function_name, llmToolsOf(tool, agent_id, candidates)]),
      ),
      llm_providers: Object.fromEntries(providers),
    };
  }

  /** Tools of healthy agents whose own required dependencies are there, and those of these, and so on. */
  #candidates(): Candidate[] {
    const all = [...this.#agents].flatMap(([agentId, { body, endpoint, isHealthy }]) =>
      isHealthy ? (body.tools ?? []).map((tool) => ({ agentId, endpoint, tool })) : [],
    );
    for (let left = all; ;) {
      const fit = left.filter(({ tool: { dependencies = [] } }) =>
        dependencies.every((wanted) => wanted.required !== true || choose(wanted, left)),
      );
      if (fit.length === left.length) return fit;
      left = fit;
    }
  }

  #list(): object {
    const agents = [...this.#agents].map(([id, { body, endpoint, isHealthy }]) => ({
      id,
      name: body.name ?? id,
      runtime: body.runtime ?? 'python',
      status: isHealthy ? 'healthy' : 'unhealthy',
      endpoint,
      capabilities: (body.tools ?? []).map(({ capability, function_name }) => ({
        name: capability,
        function_name,
      })),
    }));
    return { agents, count: agents.length, timestamp: now() };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalOf({ agent_id, runtime = 'python' }: ReadHeartbeat): string | undefined {
  if (!meshAgentIdPattern.test(agent_id)) return `invalid agent_id: "${agent_id}"`;
  const isKnown = meshRuntimes.some((one) => one === runtime);
  return isKnown ? undefined : `agent: invalid enum value for runtime field: "${runtime}"`;
}

function answerOf(
  { agent_id }: ReadHeartbeat,
  status: 'success' | 'error',
  message: string,
): HeartbeatAnswer {
  return { agent_id, status, message, timestamp: now() };
}

function endpointOf({ agent_id, http_host, http_port = 0 }: ReadHeartbeat): string {
  const host =
    http_host === undefined || http_host === '' || http_host === '0.0.0.0' ? 'localhost' : http_host;
  return http_port === 0 ? `stdio://${agent_id}` : `http://${host}:${String(http_port)}`;
}

function factsOf({ body: { tools }, endpoint }: Entry): string {
  return JSON.stringify([endpoint, tools]);
}

function slotOf({ capability }: MeshDependency, found: Candidate | undefined) {
  if (!found) return { agent_id: '', capability, endpoint: '', function_name: '', status: 'unresolved' };
  const { agentId: agent_id, endpoint, tool } = found;
  const { function_name, kwargs } = tool;
  return { agent_id, capability, endpoint, function_name, status: 'available', ...(kwargs && { kwargs }) };
}

function providerOf({ agentId: agent_id, endpoint, tool }: Candidate) {
  const { function_name: name, capability, tags = [], version = '', kwargs = {} } = tool;
  const vendor = typeof kwargs['vendor'] === 'string' ? kwargs['vendor'] : '';
  return { name, endpoint, agent_id, capability, tags, version, vendor, status: 'available', kwargs };
}

function llmToolsOf({ llm_filter }: MeshTool, agentId: string, candidates: readonly Candidate[]) {
  const { filter = [], filter_mode = 'all' } = llm_filter ?? {};
  const visible = candidates.filter(({ tool }) => tool.inputSchema);
  const wanted = [filter]
    .flat()
    .map((one) => (typeof one === 'string' ? { ...anything, capability: one } : one));
  const found =
    filter_mode === '*'
      ? visible.filter((candidate) => candidate.agentId !== agentId)
      : wanted.flatMap((one) => {
          const all = matching(one, visible);
          return filter_mode === 'best_match' ? all.slice(0, 1) : all;
        });
  const unique = new Map(found.toReversed().map((candidate) => [candidate.tool.function_name, candidate]));
  return [...unique.values()].toReversed().map(({ endpoint, tool }) => ({
    name: tool.function_name,
    capability: tool.capability,
    description: tool.description ?? '',
    endpoint,
    inputSchema: tool.inputSchema ?? {},
    tags: tool.tags ?? [],
    version: tool.version ?? '',
  }));
}

const anything = { tags: undefined, version: undefined, namespace: undefined };

function now(): string {
  return new Date().toISOString();
}
