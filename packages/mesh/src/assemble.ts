import type { Settings } from './config/settings.ts';
import type { Agent } from './define-agent.ts';
import { Health } from './health.ts';
import { applyAnswer } from './heartbeat/apply-answer.ts';
import { createDescription } from './heartbeat/describe-agent.ts';
import { Heartbeat } from './heartbeat/heartbeat.ts';
import { RegistryClient } from './heartbeat/registry-client.ts';
import { IsolatedTools } from './isolated/isolated-tools.ts';
import { CallScopes } from './propagation/call-scope.ts';
import { ProxyCache } from './proxies/proxy-cache.ts';
import { Traffic } from './proxies/traffic.ts';
import { nothing, type Answer, type Listening } from './server/http.ts';
import { createMcpFace } from './server/mcp-face.ts';
import { createProbes } from './server/probes.ts';
import { ToolCalls } from './server/tool-calls.ts';
import type { StartOptions } from './start-options.ts';
import type { ToolDefinition } from './tool-definition.ts';
import { injector } from './tools/injector.ts';
import { Settling } from './tools/settling.ts';
import { ToolWrapper, type WrapperDeps } from './tools/tool-wrapper.ts';
import { Wrappers } from './tools/wrappers.ts';
import type { World } from './world.ts';

export interface AssembleDeps {
  readonly agent: Agent;
  readonly id: string;
  readonly settings: Settings;
  readonly options: StartOptions;
  readonly world: World;
}

/** How long a stop waits for calls that run. */
const stopMs = 10_000;

/** The parts of a running agent and how they hang together. Nothing runs yet. */
export function assemble({ agent, id, settings, options, world }: AssembleDeps) {
  const { timers, now } = world;
  const tell = options.onNews ?? (() => {});
  const { healthCheck: check, startupCheck } = options;
  const health = new Health({ check, startupCheck, now });
  const scopes = new CallScopes();
  const settling = new Settling(timers);
  const isolated = new IsolatedTools();
  const wrappers = new Wrappers(
    agent.definitions.map((tool) => {
      return new ToolWrapper(tool, { injector, settling, timers, start: startOf(tool, isolated) });
    }),
  );
  const traffic = new Traffic();
  const proxies = new ProxyCache({ world, scopes, traffic });
  const calls = new ToolCalls({ wrappers, scopes, isAllowed: settings.isPassedOn, world });
  const serverInfo = { name: settings.name, version: agent.facts.version ?? '1.0.0' };
  const mcp = createMcpFace({ serverInfo, wrappers, calls });
  let isUp = true;
  const probe = createProbes({ agent: { name: settings.name, id }, health, now, isUp: () => isUp });

  const answer: Answer = async (request) => {
    if (request.path === '/mcp' || request.path.startsWith('/mcp/')) return mcp(request);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    return (isRead ? await probe(request.path) : undefined) ?? nothing(404);
  };

  return {
    answer,
    settling,
    createHeartbeat(port: number) {
      const { registryUrl: url, registryToken: token, heartbeatMs: intervalMs } = settings;
      const registry = new RegistryClient({ url, token, calls: () => traffic.say() }, world);
      const describe = createDescription(agent, { ...settings, agentId: id, port }, now);
      const onAnswer = (found: Parameters<typeof applyAnswer>[0]) =>
        applyAnswer(found, { wrappers, proxies, tell });
      return new Heartbeat({ agentId: id, registry, health, world, intervalMs, describe, onAnswer, tell });
    },
    /** The registry first, so that nobody new comes while those who are here finish. */
    async stop(heartbeat: Heartbeat, listening: Listening): Promise<void> {
      isUp = false;
      tell({ kind: 'shutdown' });
      settling.end();
      await heartbeat.stop();
      const limit = Promise.withResolvers<void>();
      const cancel = timers.after(stopMs, limit.resolve);
      await Promise.race([calls.idle(), limit.promise]);
      cancel();
      await listening.close();
      await isolated.close();
    },
  };
}

function startOf({ body }: ToolDefinition, isolated: IsolatedTools): WrapperDeps['start'] {
  return 'run' in body
    ? (input, mesh, call) => body.run(input, mesh, call)
    : (input, _, { signal }) => isolated.run(body.module, input, signal);
}
