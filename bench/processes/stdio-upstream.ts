import { createInterface } from 'node:readline';
import { createEchoServer } from '../support/echo-server.ts';

// The same server over stdio.

const answer = createEchoServer(1);

createInterface({ input: process.stdin }).on('line', (line) => process.stdout.write(`${answer(line)}\n`));
