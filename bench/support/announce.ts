import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on a free port and says where, for the program that started this one. */
export function announce(server: Server): void {
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo; // it listens on TCP
    process.stdout.write(`http://127.0.0.1:${String(port)}\n`);
  });
}
