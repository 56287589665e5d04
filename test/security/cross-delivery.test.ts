import { describe, expect, it } from 'vitest';
import {
  callAsking,
  connectClient,
  form,
  startInteractiveHub,
  type ClientKind,
} from '../support/interactive.ts';

const kinds: readonly ClientKind[] = ['modern HTTP', 'legacy HTTP', 'legacy SSE'];
const rounds = 6;

describe.each(['modern HTTP', 'legacy HTTP', 'legacy SSE', 'legacy stdio'] as const)(
  'many clients that are asked at once by a %s server',
  (serverKind) => {
    it('see their own questions and no others, and none is answered by another', async () => {
      const hub = await startInteractiveHub(serverKind);
      const foreign: unknown[] = [];
      const one = async (at: number): Promise<unknown[]> => {
        const adminKey = at % 2 === 0 ? hub.adminKey : await hub.another();
        const tag = `client-${String(at)}-`;
        const client = await connectClient({ ...hub, adminKey }, kinds[at % kinds.length] ?? 'modern HTTP', {
          elicit({ message }) {
            const isOwn = typeof message === 'string' && message.startsWith(tag);
            if (!isOwn) foreign.push([tag, message]);
            return { action: 'accept', content: { name: `${tag}answers ${JSON.stringify(message)}` } };
          },
        });
        const heard: unknown[] = [];
        for (let n = 0; n < rounds; n += 1) {
          const asked = [{ a: form(`${tag}${String(n)}.1`) }, { b: form(`${tag}${String(n)}.2`) }];
          const answer = JSON.stringify(await callAsking(client, asked));
          if (answer.includes('answers')) heard.push(answer);
          const names = [...answer.matchAll(/(client-\d+-)answers [^c]*(client-\d+-)/g)];
          if (names.some(([, by, about]) => by !== tag || about !== tag)) foreign.push([tag, answer]);
        }
        return heard;
      };
      const heard = await Promise.all(Array.from({ length: 12 }, (_, at) => one(at)));
      expect(foreign).toEqual([]);
      // Where nothing says whose question it is, some are refused; with streams of their own, none.
      const all = heard.flat().length;
      expect(all).toBeGreaterThanOrEqual(serverKind.endsWith('HTTP') ? 12 * rounds : 0);
    });
  },
);
