import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, InMemoryServerEventBus, McpServer } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

const everything = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'),
);

/** How to start the reference server of the SDK's first generation over stdio. */
export const everythingStdio = { command: process.execPath, args: [everything, 'stdio'] };

/** How to start a server of the SDK's second generation over stdio; `initialize` greets it too, unless told not to. */
export function sdkStdio(...flags: readonly 'modern-only'[]) {
  return {
    command: process.execPath,
    args: [fileURLToPath(import.meta.resolve('./sdk-stdio-server.ts')), ...flags],
  };
}

/** Starts the reference server; gives its port. */
export async function startEverything(kind: 'streamableHttp' | 'sse'): Promise<number> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port) };
  const child = spawn(process.execPath, [everything, kind], { env, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  while (!(await accepts(port))) if (child.exitCode !== null) throw new Error('server-everything has ended');
  return port;
}

/** A server of the SDK's second generation, both eras at one address. */
export async function startSdkServer(legacy: 'stateless' | 'reject' = 'stateless') {
  const bus = new InMemoryServerEventBus();
  const heard = Promise.withResolvers<void>();
  const subscribe: typeof bus.subscribe = (listener) => (heard.resolve(), bus.subscribe(listener));
  const publish: typeof bus.publish = (event) => bus.publish(event);
  const handler = createMcpHandler(() => createSdkServer(), { legacy, bus: { publish, subscribe } });
  const server = createServer(toNodeHandler(handler) as RequestListener); // its own types are looser than Node's
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await handler.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const url = `http://127.0.0.1:${String(port)}/mcp`;
  return { url, hasListener: heard.promise, toolsChanged: () => handler.notify.toolsChanged() };
}

export function createSdkServer(): McpServer {
  const capabilities = { tools: { listChanged: true } };
  const server = new McpServer({ name: 'sdk', version: '2' }, { capabilities, instructions: 'Be kind.' });
  const text = (value: string) => ({ type: 'text' as const, text: value });
  server.registerTool('echo', { inputSchema: z.object({ message: z.string() }) }, ({ message }) => ({
    content: [text(message)],
  }));
  server.registerTool('steps', { inputSchema: z.object({}) }, async (_, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken ?? 'nobody listens';
    for (const progress of [1, 2, 3])
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 3 },
      });
    return { content: [text('3 steps')] };
  });
  server.registerPrompt('grüß', {}, () => ({ messages: [{ role: 'user', content: text('Grüß Gott') }] }));
  return server;
}

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  server.close();
  await once(server, 'close');
  return port;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await Promise.race([once(socket, 'connect'), once(socket, 'error')]).then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}
