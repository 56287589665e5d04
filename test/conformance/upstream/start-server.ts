import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { createConformanceServer, type Changing, type ConformanceServer } from './create-server.ts';

/** The upstream that the suite sees through the hub; gives its URL. */
export async function startConformanceUpstream(era: 'modern' | 'legacy'): Promise<string> {
  const { listener, close } = era === 'modern' ? modernDoor() : legacyDoor();
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await close();
  });
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return `http://127.0.0.1:${String(port)}/mcp`;
}

interface Door {
  readonly listener: RequestListener;
  readonly close: () => Promise<void>;
}

function modernDoor(): Door {
  const changing: Changing = {
    extra: { tools: false, prompts: false },
    tell: (list) => (list === 'tools' ? handler.notify.toolsChanged() : handler.notify.promptsChanged()),
  };
  const handler = createMcpHandler(() => createConformanceServer(changing).server, { legacy: 'reject' });
  return {
    listener: toNodeHandler(handler) as RequestListener, // its own types are looser than Node's
    close: () => handler.close(),
  };
}

interface LegacySession extends ConformanceServer {
  readonly transport: NodeStreamableHTTPServerTransport;
}

/** Sessions, as servers of 2025-11-25 have them. */
function legacyDoor(): Door {
  const sessions = new Map<string, LegacySession>();
  const changing: Changing = {
    extra: { tools: false, prompts: false },
    tell: (list) => sessions.forEach(({ show }) => show(list)),
  };

  async function open(): Promise<NodeStreamableHTTPServerTransport> {
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, { ...made, transport }),
    });
    const made = createConformanceServer(changing);
    await made.server.connect(transport);
    return transport;
  }
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    const transport = known?.transport ?? (await open());
    await transport.handleRequest(request, response);
  }
  return {
    listener: (request, response) => void serve(request, response),
    close: async () => void (await Promise.all([...sessions.values()].map(({ server }) => server.close()))),
  };
}
