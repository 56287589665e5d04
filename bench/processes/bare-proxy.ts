import { createServer, type ServerResponse } from 'node:http';
import { Pool, type Dispatcher } from 'undici';
import { announce } from '../support/announce.ts';

// The least that a proxy in Node can do: bytes in by node:http, bytes out by undici, and back. It looks at nothing.

const target = new URL(process.argv[2] ?? '');
const pool = new Pool(target.origin, { connections: 256 });

announce(
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const headers = { ...request.headers, 'content-length': String(body.length) };
      delete headers.connection;
      pool.dispatch({ method: 'POST', path: target.pathname, headers, body }, passBack(response));
    });
  }),
);

function passBack(response: ServerResponse): Dispatcher.DispatchHandler {
  return {
    onRequestStart() {},
    onResponseStart(_, status, headers) {
      response.writeHead(status, {
        'Content-Type': headers['content-type'],
        'Content-Length': headers['content-length'],
      });
    },
    onResponseData: (_, chunk) => void response.write(chunk),
    onResponseEnd: () => void response.end(),
    onResponseError: () => void response.destroy(),
  };
}
