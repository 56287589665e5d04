import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { announce } from '../support/announce.ts';

// What it costs node:http to write an answer that is there already.

const bytes = readFileSync(process.argv[2] ?? '');

announce(
  createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length });
      response.end(bytes);
    });
  }),
);
