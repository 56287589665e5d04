import type { ConfigInput } from '@patchbay/hub';
import { startTestHub } from './test-hub.ts';

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export type AskMesh = (line: string, body?: unknown, key?: string) => Promise<Answered>;

/** A hub whose registry has a port of its own, and both ways to ask it: `ask('GET /agents')`. */
export async function startMeshHub(config: ConfigInput = {}) {
  const started = await startTestHub({ ...config, mesh: { port: 0, ...config.mesh } });
  const meshUrl = (await started.hub.meshUrl()) ?? '';
  return { ...started, meshUrl, ask: askingAt(meshUrl), askMain: askingAt(`${started.url}/mesh`) };
}

function askingAt(base: string): AskMesh {
  return async (line, body, key) => {
    const [method = 'GET', path = ''] = line.split(' ');
    const headers: Record<string, string> = {};
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (key !== undefined) headers['Authorization'] = `Bearer ${key}`;
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${base}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: sent }),
    });
    return { status: response.status, headers: response.headers, body: parse(await response.text()) };
  };
}

/** Everything that the registry says is JSON, or nothing. */
function parse(text: string): unknown {
  return text === '' ? '' : JSON.parse(text);
}

export const aProvider = (id: string, more: object = {}): object => ({
  agent_id: id,
  agent_type: 'mcp_agent',
  runtime: 'python',
  name: id,
  http_host: '127.0.0.1',
  http_port: 19_001,
  tools: [
    {
      function_name: 'add',
      capability: 'adder',
      version: '1.2.0',
      tags: ['math'],
      description: 'adds',
      inputSchema: { type: 'object' },
      kwargs: { timeout: 45 },
    },
  ],
  ...more,
});
