import { startHttpFixture } from '@patchbay/testkit/mcp';
import { expect, it } from 'vitest';
import { startTestHub } from '../support/test-hub.ts';

const echo = { when: { turn: 1 }, call: [{ tool: 'fx__echo', arguments: { message: 'hi' } }] };
const script = { replies: [echo, { say: 'It said hi.' }] };

it('answers with what a tool said, and tells of every step', async () => {
  await using fixture = await startHttpFixture();
  const { admin } = await startTestHub({
    mcp: { servers: [{ name: 'fx', transport: 'http', url: fixture.url }] },
    models: [{ name: 'script', provider: 'scripted', script }],
    agents: [{ name: 'helper', model: 'script', approval: 'ALWAYS_ALLOW' }],
  });
  const stream = await (await admin.respond({ body: { input: 'Say hi' } })).text();
  const names = [...stream.matchAll(/^event: (.*)$/gm)].map(([, name]) => name);
  expect(names).toEqual(['init', 'tool_call_update', 'tool_call_update', 'message', 'message', 'done']);
  const [run] = await admin.listRuns();
  expect(run).toMatchObject({ agent: 'helper', status: 'SUCCEEDED', input: 'Say hi' });
  expect(await admin.getRun({ params: { id: run?.id ?? '' } })).toMatchObject({
    answer: 'It said hi.',
    turns: 2,
    toolCalls: 1,
  });
});
