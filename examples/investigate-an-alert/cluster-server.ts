import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

// A cluster of one pod, which runs out of memory until it is restarted. Looking is harmless, and says so.

let restarts = 0;
const pod = z.object({ pod: z.string() });
const said = (text: string) => ({ content: [{ type: 'text' as const, text }] });

const server = new McpServer({ name: 'cluster', version: '1.0.0' });
server.registerTool(
  'logs',
  { description: 'The last lines of a pod.', inputSchema: pod, annotations: { readOnlyHint: true } },
  async () => said(restarts === 0 ? 'FATAL: out of memory' : 'ready'),
);
server.registerTool(
  'restart',
  { description: 'Restarts a pod.', inputSchema: pod },
  async ({ pod: name }) => {
    restarts += 1;
    return said(`Restarted ${name}, ${String(restarts)} in all.`);
  },
);
await server.connect(new StdioServerTransport());
