import { Agent as HttpAgent, request as askHttp } from 'node:http';
import { Agent as HttpsAgent, request as askHttps } from 'node:https';
import type { Outgoing } from './world.ts';

const kept = { keepAlive: true, maxSockets: 4 };

type SendHead = (url: string, init: Outgoing) => Promise<Response>;

/**
 * Asks for the head of something. `fetch` closes the connection behind every HEAD, so that each heartbeat would begin
 * with a new one, and with TLS with a new handshake; this one keeps it.
 */
export function createSendHead(): SendHead {
  const plain = { ask: askHttp, agent: new HttpAgent(kept) };
  const secured = { ask: askHttps, agent: new HttpsAgent(kept) };
  const sendHead: SendHead = (url, init) =>
    new Promise((resolve, reject) => {
      const { ask, agent } = url.startsWith('https:') ? secured : plain;
      const headers = Object.fromEntries(new Headers(init.headers));
      const asked = ask(url, { method: 'HEAD', agent, headers, ...(init.signal && { signal: init.signal }) });
      asked.on('response', (answer) => {
        answer.resume();
        // Not before the connection is free for the next one.
        asked.on('close', () => resolve(new Response(null, { status: answer.statusCode ?? 502 })));
      });
      asked.on('error', (error: NodeJS.ErrnoException) => {
        // It was closed at the other end just when it was taken up again.
        const wasStale = asked.reusedSocket && error.code === 'ECONNRESET';
        if (wasStale) resolve(sendHead(url, init));
        else reject(error);
      });
      asked.end();
    });
  return sendHead;
}
