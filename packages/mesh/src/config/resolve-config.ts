import { meshDefaults } from '@patchbay/contracts';
import type { Environment } from '../world.ts';

interface Key {
  readonly variable: string;
  readonly fallback?: string;
}

/** Every setting that has a variable. Two are known by two names. */
const keys: Readonly<Record<string, Key>> = {
  http_host: { variable: 'MCP_MESH_HTTP_HOST' },
  http_port: { variable: 'MCP_MESH_HTTP_PORT', fallback: '0' },
  registry_url: {
    variable: 'MCP_MESH_REGISTRY_URL',
    fallback: `http://localhost:${String(meshDefaults.registryPort)}`,
  },
  namespace: { variable: 'MCP_MESH_NAMESPACE', fallback: meshDefaults.namespace },
  agent_name: { variable: 'MCP_MESH_AGENT_NAME' },
  heartbeat_interval: { variable: 'MCP_MESH_HEALTH_INTERVAL', fallback: '5' },
  health_interval: { variable: 'MCP_MESH_HEALTH_INTERVAL', fallback: '5' },
  settle_timeout: { variable: 'MCP_MESH_SETTLE_TIMEOUT', fallback: '20' },
  propagate_headers: { variable: 'MCP_MESH_PROPAGATE_HEADERS', fallback: '' },
  registry_token: { variable: 'PATCHBAY_MESH_TOKEN' },
};

export interface ConfigSources {
  readonly env: Environment;
  readonly detectIp: () => Promise<string>;
}

/** The environment goes before the code, and the code before the default. A variable that is empty is not set. */
export function createConfig({ env, detectIp }: ConfigSources) {
  const given = (key: string, param: string | null): string | null => {
    const known = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (!known) return param;
    return (env[known.variable] || undefined) ?? param ?? known.fallback ?? null;
  };
  return {
    /** Null for no value, given or found. A host is looked for where none is given. */
    async resolveConfig(key: string, param: string | null): Promise<string | null> {
      const value = given(key, param);
      return value === null && key === 'http_host' ? detectIp() : value;
    },
    /** -1 for no value, given or found, and for a key that nobody knows. */
    resolveConfigInt(key: string, param: number): number {
      if (!Object.hasOwn(keys, key)) return -1;
      const text = given(key, param < 0 ? null : String(param));
      return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : fallbackOf(key, param);
    },
  };
}

/** A variable that is no number is as good as none. */
function fallbackOf(key: string, param: number): number {
  const fallback = Number(keys[key]?.fallback ?? -1);
  return param >= 0 ? param : Number.isInteger(fallback) ? fallback : -1;
}
