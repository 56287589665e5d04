import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { createManualClock } from '@patchbay/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createListener } from './listener.ts';

const rules = { hosts: ['localhost'], schemes: ['http' as const], origins: [] };
const moreThanAnySocketHolds = Buffer.alloc(32 * 1024 * 1024);

describe('an answer', () => {
  it('is thrown away when nobody reads it', async () => {
    const answered = Promise.withResolvers<ServerResponse>();
    const listener = createListener({
      rules,
      clock: createManualClock(),
      unreadMs: 1,
      serve: (_, response) => answered.resolve(response.end(moreThanAnySocketHolds)),
    });
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    onTestFinished(() => {
      socket.destroy();
      server.close();
    });
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const response = await answered.promise;
    await once(response, 'close');
    expect({ ended: response.writableEnded, sent: response.writableFinished }).toEqual({
      ended: true,
      sent: false,
    });
  });
});
