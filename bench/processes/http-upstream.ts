import { createServer } from 'node:http';
import { createEchoServer } from '../support/echo-server.ts';
import { announce } from '../support/announce.ts';

// An MCP server on bare node:http, at every path: what all others are measured against.

const answer = createEchoServer(Number(process.argv[2] ?? 1));

announce(
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = answer(Buffer.concat(chunks).toString());
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
      });
      response.end(text);
    });
  }),
);
