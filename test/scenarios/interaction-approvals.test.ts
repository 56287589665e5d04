import type { JsonObject } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { startAskingHub } from '../support/asking-hub.ts';
import { eventually } from '../support/fixtures.ts';
import { connectClient, everything, type ClientKind } from '../support/interactive.ts';
import { modernCall } from '../support/mcp-request.ts';

const kinds: readonly ClientKind[] = ['modern HTTP', 'legacy HTTP'];
const approve = { action: 'accept', content: { decision: 'approve', reason: 'Fine.' } };
const write = { name: 'files__write', arguments: { path: 'a\u200Bb' } };

describe.each(kinds)('a rule that asks about a call of a %s client', (kind) => {
  it('asks whoever called, if they may approve, and sends the call once they do', async () => {
    const hub = await startAskingHub();
    const seen: unknown[] = [];
    const client = await connectClient(hub, kind, {
      elicit: (params) => (seen.push(params['message']), approve),
    });
    expect(await client.callTool(write)).toMatchObject({ content: [{ text: '{"path":"a\u200Bb"}' }] });
    expect(seen).toEqual([expect.stringContaining(String.raw`"path": "a\u{200b}b"`)]);
    expect(hub.sent()).toEqual(['{"path":"a\u200Bb"}']);
    expect(await hub.admin.listApprovals({ query: { status: 'USED' } })).toMatchObject([
      { decisionReason: 'Fine.' },
    ]);
  });

  it('takes no for an answer, and silence for none', async () => {
    const hub = await startAskingHub();
    const answers: JsonObject[] = [{ action: 'cancel' }, { action: 'decline' }];
    const client = await connectClient(hub, kind, { elicit: () => answers.shift() ?? approve });
    const call = async () => JSON.stringify((await client.callTool(write)).content);
    expect(await call()).toContain('waits for approval');
    expect(await call()).toContain('rejected it');
    expect(hub.sent()).toEqual([]);
  });

  it('does not wait for them when somebody else has decided', async () => {
    const hub = await startAskingHub();
    const { promise: never } = Promise.withResolvers<JsonObject>();
    const asked = Promise.withResolvers<void>();
    const client = await connectClient(hub, 'legacy HTTP', { elicit: () => (asked.resolve(), never) });
    const calling = client.callTool(write);
    await asked.promise;
    const [waiting] = await hub.admin.listApprovals();
    await hub.admin.answerApproval({ params: { id: waiting?.id ?? '' }, body: { approved: true } });
    expect(await calling).toMatchObject({ content: [{ text: '{"path":"a\u200Bb"}' }] });
  });

  it('asks nobody but an approver', async () => {
    const hub = await startAskingHub();
    const { key } = await hub.keyed('worker', ['operator']);
    const client = await connectClient({ ...hub, adminKey: key }, kind, { elicit: () => approve });
    const { content } = await client.callTool(write);
    expect(JSON.stringify(content)).toContain('waits for approval');
    expect(hub.sent()).toEqual([]);
  });
});

describe('an approval that came by a modern client', () => {
  it('is one dispatch, however often its state is sent again', async () => {
    const hub = await startAskingHub();
    const call = (params: JsonObject = {}) =>
      modernCall(hub, { ...write, ...params }, everything) as Promise<{ result?: JsonObject }>;
    const { result } = await call();
    const requestState = result?.['requestState'] as string; // it was asked
    const answer = { requestState, inputResponses: { approval: approve } };
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(answer)));
    expect(answers.filter((one) => one.result)).toHaveLength(1);
    expect(await call(answer)).toMatchObject({ error: { code: -32_602 } });
    await eventually(() => hub.sent().length).toBe(1);
  });
});
