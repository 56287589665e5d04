import { createClient, type Client } from '@patchbay/client';
import type { ConfigInput } from '@patchbay/hub';
import type { NetworkFixture } from '@patchbay/testkit/mcp';
import { addressOf, httpServer } from './fixtures.ts';
import { startTestHub, type TestHub } from './test-hub.ts';

type Arguments = NonNullable<Parameters<Client['executeTool']>[0]['body']['arguments']>;

export interface AskingHub extends TestHub {
  readonly upstream: NetworkFixture;
  /** Asks for a call over REST and does not wait for it; gives the id of the approval. */
  readonly want: (args: Arguments, by?: Client) => Promise<string>;
  readonly keyed: (
    name: string,
    roles: readonly ('viewer' | 'operator' | 'approver' | 'admin')[],
  ) => Promise<Client>;
  /** The arguments of every call that reached the server, as text. */
  readonly sent: () => string[];
}

/** The definition of the one tool of its server, which takes anything and answers its arguments. */
export const writing = { definition: { name: 'write', inputSchema: { type: 'object' } } } as const;

/** A hub with one server, `files`, about whose calls somebody must be asked. */
export async function startAskingHub(config: ConfigInput = {}): Promise<AskingHub> {
  const upstream = await httpServer({ tools: [writing] });
  const test = await startTestHub(config);
  const { admin, url } = test;
  await admin.createServer({ body: { name: 'files', ...addressOf(upstream) } });
  await admin.putPolicy({ body: { serverId: 'files', toolName: '*', policy: 'ASK_USER' } });
  const headers = { Prefer: 'respond-async' };
  return {
    ...test,
    upstream,
    async want(args, by = admin) {
      const { approvalId } = await by.executeTool({
        headers,
        body: { toolName: 'files.write', arguments: args },
      });
      if (approvalId === undefined) throw new Error('nobody was asked');
      return approvalId;
    },
    async keyed(name, roles) {
      const { key } = await admin.createKey({ body: { name, roles: [...roles] } });
      return createClient({ url, key });
    },
    sent: () =>
      upstream.requests
        .filter(({ method }) => method === 'tools/call')
        .map(({ body }) => JSON.stringify((body as { params: { arguments: unknown } }).params.arguments)),
  };
}
