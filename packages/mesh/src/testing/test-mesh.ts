import { fail, isJsonObject, type JsonObject, type ToolResult } from '@patchbay/contracts';
import { defineAgent, type Agent } from '../define-agent.ts';
import type { ChatRequest, ChatAnswer } from '../llm/chat.ts';
import { defineLlmProvider } from '../llm/define-llm-provider.ts';
import { startIn, type RunningAgent, type Surroundings } from '../start-agent.ts';
import type { StartOptions } from '../start-options.ts';
import type { ToolFacts } from '../tool.ts';
import { rpcMessageOf } from '../proxies/tool-proxy.ts';
import { readResult } from '../tools/read-result.ts';
import { systemWorld, type Environment, type World } from '../world.ts';
import { FakeRegistry } from './fake-registry.ts';
import { MemoryNetwork } from './memory-network.ts';

export interface TestMeshOptions extends Partial<Omit<World, 'fetch'>> {
  readonly env?: Environment;
}

type Chat = (request: ChatRequest) => Promise<string | ChatAnswer>;
type Facts = Pick<ToolFacts<undefined, undefined>, 'tags' | 'version' | 'kwargs'>;

/**
 * A mesh without a network: agents run for real, on a registry in memory. Everybody hears of a change at once, so
 * there is nothing to wait for.
 *
 * @example
 * await using mesh = await createTestMesh();
 * await mesh.provide('geocode', () => ({ lat: 52.5, lon: 13.4 }));
 * await mesh.start(weather);
 * expect(await mesh.call('forecast', { city: 'Berlin' })).toBe('Sunny at 52.5, 13.4.');
 */
export interface TestMesh extends AsyncDisposable {
  readonly registry: FakeRegistry;
  readonly fetch: World['fetch'];
  start<N, T>(agent: Agent<N, T>, options?: StartOptions): Promise<RunningAgent>;
  /** An agent with one tool, which is this function. */
  provide(capability: string, run: (input: JsonObject) => unknown, facts?: Facts): Promise<RunningAgent>;
  /** A model, which is this function. */
  provideLlm(chat: Chat, tags?: readonly string[]): Promise<RunningAgent>;
  /** Calls a tool by its name or capability, as another agent would. Its failure is thrown. */
  call(tool: string, args?: JsonObject): Promise<unknown>;
  /** Every agent asks the registry for news. */
  beat(): Promise<void>;
}

export async function createTestMesh(options: TestMeshOptions = {}): Promise<TestMesh> {
  const registry = new FakeRegistry();
  const network = new MemoryNetwork();
  const { port } = await network.listen((request) => registry.answer(request), { host: undefined, port: 0 });
  const { env = {}, ...given } = options;
  const around = {
    world: { ...systemWorld, ...given, fetch: network.fetch },
    listen: network.listen,
    env,
    detectIp: () => Promise.resolve('agent.test'),
  };
  return new MemoryMesh(registry, network, {
    ...around,
    registryUrl: `http://registry.test:${String(port)}`,
  });
}

class MemoryMesh implements TestMesh {
  readonly registry: FakeRegistry;
  readonly #network: MemoryNetwork;
  readonly #around: Surroundings & { readonly registryUrl: string };
  readonly #running = new Set<RunningAgent>();
  readonly #offers = new Map<string, string>();

  constructor(
    registry: FakeRegistry,
    network: MemoryNetwork,
    around: Surroundings & { readonly registryUrl: string },
  ) {
    this.registry = registry;
    this.#network = network;
    this.#around = around;
  }

  get fetch(): World['fetch'] {
    return this.#network.fetch;
  }

  async start<N, T>(agent: Agent<N, T>, options: StartOptions = {}): Promise<RunningAgent> {
    const { registryUrl } = this.#around;
    const untyped = agent as unknown as Agent; // what it needs and offers is in its definitions
    const started = await startIn(this.#around, untyped, { registryUrl, settleSeconds: 0, ...options });
    for (const { name, capability } of agent.definitions)
      for (const key of [name, capability]) this.#offers.set(key, started.url);
    this.#running.add(started);
    await this.beat();
    return this.#withNews(started);
  }

  provide(capability: string, run: (input: JsonObject) => unknown, facts: Facts = {}): Promise<RunningAgent> {
    const name = `${capability.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-provider`;
    return this.start(
      defineAgent(name).tool(capability, { ...facts, run: (input) => run(input as JsonObject) }),
    );
  }

  provideLlm(chat: Chat, tags: readonly string[] = []): Promise<RunningAgent> {
    return this.start(defineLlmProvider('llm-provider', { chat, tags }));
  }

  async call(tool: string, args: JsonObject = {}): Promise<unknown> {
    const url = this.#offers.get(tool);
    if (url === undefined) throw fail('DEPENDENCY_UNAVAILABLE', { capability: tool });
    return readResult(await callTool(this.#network, url, { name: tool, arguments: args }), tool, undefined);
  }

  async beat(): Promise<void> {
    for (const agent of this.#running) await agent.beat();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#running].map((agent) => agent.stop()));
  }

  /** Those who stay hear at once of one that leaves. */
  #withNews(started: RunningAgent): RunningAgent {
    const stop = async (): Promise<void> => {
      this.#running.delete(started);
      await started.stop();
      await this.beat();
    };
    const { id, name, url } = started;
    return {
      id,
      name,
      url,
      get state() {
        return started.state;
      },
      beat: () => started.beat(),
      stop,
      [Symbol.asyncDispose]: stop,
    };
  }
}

async function callTool(
  network: MemoryNetwork,
  url: string,
  params: JsonObject & { readonly name: string },
): Promise<ToolResult> {
  const response = await network.fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  const { result, error } = (await response.json()) as JsonObject;
  if (isJsonObject(result)) return result as ToolResult;
  const reason = isJsonObject(error) ? rpcMessageOf(error) : `HTTP ${String(response.status)}`;
  throw fail('DEPENDENCY_FAILED', { tool: params.name, reason });
}
