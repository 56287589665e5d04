import { fail } from '@patchbay/contracts';
import { checkAgentName } from '../check-definition.ts';
import { parseAllowList, type IsAllowed } from '../propagation/allow-list.ts';
import { createConfig, type ConfigSources } from './resolve-config.ts';

/** What the code may say; the environment goes before it. */
export interface AgentSettings {
  /** Where others reach the agent. Default: the address of this machine. `MCP_MESH_HTTP_HOST` */
  readonly host?: string;
  /** Default: any that is free. `MCP_MESH_HTTP_PORT` */
  readonly port?: number;
  /** Default: `http://localhost:8000`. `MCP_MESH_REGISTRY_URL` */
  readonly registryUrl?: string;
  /** For a registry that does not take everybody. `PATCHBAY_MESH_TOKEN` */
  readonly registryToken?: string;
  /** Default: `default`. `MCP_MESH_NAMESPACE` */
  readonly namespace?: string;
  /** Default: 5. `MCP_MESH_HEALTH_INTERVAL` */
  readonly heartbeatSeconds?: number;
  /** How long calls wait after a start for providers not seen yet. Default: 20. `MCP_MESH_SETTLE_TIMEOUT` */
  readonly settleSeconds?: number;
  /** Headers that travel on with every call: `authorization, x-tenant-*`. Default: none. `MCP_MESH_PROPAGATE_HEADERS` */
  readonly propagateHeaders?: string;
}

export interface Settings {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly registryUrl: string;
  readonly registryToken: string | undefined;
  readonly namespace: string;
  readonly heartbeatMs: number;
  readonly settleMs: number;
  readonly isPassedOn: IsAllowed;
}

export async function readSettings(
  name: string,
  given: AgentSettings,
  sources: ConfigSources,
): Promise<Settings> {
  const config = createConfig(sources);
  const text = async (key: string, param: string | undefined) =>
    (await config.resolveConfig(key, param ?? null)) ?? '';
  const registryUrl = await text('registry_url', given.registryUrl);
  if (!URL.canParse(registryUrl) || !registryUrl.startsWith('http'))
    throw fail('MESH_AGENT_INVALID', {
      agent: name,
      reason: `"${registryUrl}" is no address of a registry.`,
    });
  const settleSeconds = Number(await text('settle_timeout', given.settleSeconds?.toString()));
  const ownName = await text('agent_name', name);
  checkAgentName(ownName);
  return {
    name: ownName,
    host: await text('http_host', given.host),
    port: Math.max(0, config.resolveConfigInt('http_port', given.port ?? -1)),
    registryUrl,
    registryToken: (await text('registry_token', given.registryToken)) || undefined,
    namespace: await text('namespace', given.namespace),
    heartbeatMs:
      Math.max(1, config.resolveConfigInt('heartbeat_interval', given.heartbeatSeconds ?? -1)) * 1_000,
    settleMs: settleSeconds >= 0 ? settleSeconds * 1_000 : 20_000,
    isPassedOn: parseAllowList(await text('propagate_headers', given.propagateHeaders), name),
  };
}
