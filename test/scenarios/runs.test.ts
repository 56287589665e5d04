import { startHttpFixture } from '@patchbay/testkit/mcp';
import { expect, it } from 'vitest';
import { readEvents } from '@patchbay/client';
import { startTestHub } from '../support/test-hub.ts';

it('answers with what a tool said', async () => {
  await using fixture = await startHttpFixture();
  const { admin, url, adminKey } = await startTestHub({
    mcp: { servers: [{ name: 'fx', transport: 'http', url: fixture.url }] },
    models: [
      {
        name: 'script',
        provider: 'scripted',
        script: {
          replies: [
            { when: { turn: 1 }, call: [{ tool: 'fx__echo', arguments: { message: 'hi' } }] },
            { say: 'It said hi.' },
          ],
        } as never,
      },
    ],
    agents: [{ name: 'helper', model: 'script', approval: 'ALWAYS_ALLOW' }],
  });
  const response = await fetch(`${url}/api/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ input: 'Say hi' }),
  });
  console.log(response.status);
  console.log(await response.text());
  console.log(await admin.listRuns());
});
