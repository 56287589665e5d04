import { createServer, type RequestListener } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { announce } from '../support/announce.ts';

// The proxy that one writes first: the SDK's server in front, one client of the SDK behind.

const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(new StreamableHTTPClientTransport(new URL(process.argv[2] ?? '')));
const { tools } = await client.listTools();

const handler = createMcpHandler(() => {
  const server = new Server({ name: 'sdk-proxy', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', ({ params: { name, arguments: args } }) =>
    client.callTool({ name, ...(args && { arguments: args }) }),
  );
  return server;
});

announce(createServer(toNodeHandler(handler) as RequestListener)); // its own types are looser than Node's
