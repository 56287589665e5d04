import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/**
 * The address of this machine that others reach it at: a UDP socket that is connected to somewhere else has one, and
 * sends nothing. `localhost` where there is no way out.
 */
export async function autoDetectIp(): Promise<string> {
  const socket = createSocket('udp4');
  try {
    socket.connect(53, '8.8.8.8');
    await once(socket, 'connect');
    const { address } = socket.address();
    return address === '0.0.0.0' ? 'localhost' : address;
  } catch {
    return 'localhost';
  } finally {
    socket.close();
  }
}
