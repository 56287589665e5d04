import { isIP } from 'node:net';
import { describe, expect, it } from 'vitest';
import { autoDetectIp } from './detect-ip.ts';
import { createConfig } from './resolve-config.ts';
import { readSettings } from './settings.ts';

const detectIp = () => Promise.resolve('10.0.0.44');
const config = (env = {}) => createConfig({ env, detectIp });
const read = (env = {}, given = {}) => readSettings('weather', given, { env, detectIp });

describe('a setting', () => {
  it.each([
    [{ MCP_MESH_HTTP_HOST: 'from.env' }, 'from.code', 'from.env'],
    [{ MCP_MESH_HTTP_HOST: 'from.env' }, null, 'from.env'],
    [{}, 'from.code', 'from.code'],
    [{ MCP_MESH_HTTP_HOST: '' }, 'from.code', 'from.code'],
    [{}, null, '10.0.0.44'],
  ])(
    'comes from the environment, the code, the default, in that order: %j %j [C-40]',
    async (env, param, value) => {
      expect(await config(env).resolveConfig('http_host', param)).toBe(value);
    },
  );

  it('of an agent that says nothing is an address that others can reach [C-40]', async () => {
    expect((await read()).host).toBe('10.0.0.44');
    const found = await autoDetectIp();
    expect(found === 'localhost' || isIP(found) === 4).toBe(true);
  });

  it.each([
    ['http_host', 'MCP_MESH_HTTP_HOST', 'a.example', '10.0.0.44'],
    ['http_port', 'MCP_MESH_HTTP_PORT', '9001', '0'],
    ['registry_url', 'MCP_MESH_REGISTRY_URL', 'http://r:1', 'http://localhost:8000'],
    ['namespace', 'MCP_MESH_NAMESPACE', 'prod', 'default'],
    ['agent_name', 'MCP_MESH_AGENT_NAME', 'other', null],
    ['heartbeat_interval', 'MCP_MESH_HEALTH_INTERVAL', '9', '5'],
    ['health_interval', 'MCP_MESH_HEALTH_INTERVAL', '9', '5'],
  ])('%s is %s [C-41]', async (...[key, variable, value, fallback]) => {
    expect(await config({ [variable]: value }).resolveConfig(key, null)).toBe(value);
    expect(await config().resolveConfig(key, null)).toBe(fallback);
  });

  it('reaches the agent [C-41]', async () => {
    const env = {
      MCP_MESH_HTTP_HOST: 'h',
      MCP_MESH_HTTP_PORT: '9001',
      MCP_MESH_REGISTRY_URL: 'http://r:1',
      MCP_MESH_NAMESPACE: 'prod',
      MCP_MESH_AGENT_NAME: 'other',
      MCP_MESH_HEALTH_INTERVAL: '9',
    };
    const given = { host: 'x', port: 1, registryUrl: 'http://x', namespace: 'x', heartbeatSeconds: 1 };
    expect(await read(env, given)).toMatchObject({
      host: 'h',
      port: 9_001,
      registryUrl: 'http://r:1',
      namespace: 'prod',
      name: 'other',
      heartbeatMs: 9_000,
    });
    expect(await read({}, given)).toMatchObject({ host: 'x', port: 1, name: 'weather', heartbeatMs: 1_000 });
  });

  it.each([
    ['http_port', -1, {}, 0],
    ['http_port', 80, {}, 80],
    ['http_port', 80, { MCP_MESH_HTTP_PORT: '81' }, 81],
    ['http_port', 80, { MCP_MESH_HTTP_PORT: 'eighty' }, 80],
    ['heartbeat_interval', -1, {}, 5],
    ['agent_name', -1, {}, -1],
    ['nobody_knows', 7, {}, -1],
    ['toString', 7, {}, -1],
  ])('as a number: %s, given %i, with %j [C-42]', (...[key, param, env, value]) => {
    expect(config(env).resolveConfigInt(key, param)).toBe(value);
  });

  it('that nobody knows is what was given, and null is nothing [C-42]', async () => {
    expect(await config().resolveConfig('nobody_knows', 'x')).toBe('x');
    expect(await config().resolveConfig('nobody_knows', null)).toBeNull();
    expect(await config().resolveConfig('agent_name', null)).toBeNull();
  });

  it.each([
    [{ MCP_MESH_REGISTRY_URL: 'localhost:8000' }, 'is no address of a registry'],
    [{ MCP_MESH_PROPAGATE_HEADERS: 'x-a, *' }, 'is neither a header nor a beginning'],
    [{ MCP_MESH_AGENT_NAME: 'Not A Name' }, 'a name has lower-case letters'],
  ])('that makes no sense is refused at the start: %j', async (env, words) => {
    await expect(read(env)).rejects.toThrow(words);
  });

  it('for the time to settle may be a fraction or nothing', async () => {
    expect((await read({ MCP_MESH_SETTLE_TIMEOUT: '0.5' })).settleMs).toBe(500);
    expect((await read({ MCP_MESH_SETTLE_TIMEOUT: '0' })).settleMs).toBe(0);
    expect((await read({ MCP_MESH_SETTLE_TIMEOUT: '-5' })).settleMs).toBe(20_000);
    expect((await read()).settleMs).toBe(20_000);
  });
});
