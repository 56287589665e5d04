import { describe, expect, it } from 'vitest';
import { eventually } from '../support/fixtures.ts';
import { allEvents, readEvents, runWhen, startRunHub, type ReadEvent } from '../support/run-hub.ts';

const count = { when: { turn: 1 }, call: [{ tool: 'fx__counter' }] };
const replies = [count, { when: { last: '*1*' }, say: 'It is 1.' }, { when: { turn: 2 }, say: 'I may not.' }];
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const named = (events: readonly ReadEvent[], name: string) => events.filter(({ event }) => event === name);

describe('a run whose call somebody must agree to', () => {
  it.each([
    ['agrees', true, 'It is 1.', 1],
    ['refuses', false, 'I may not.', 0],
  ] as const)(
    'says so in its stream, and goes on in it when somebody %s [B-32] [B-33]',
    async (_, approved, answer, times) => {
      const { admin, upstream } = await startRunHub({ replies });
      const seen: ReadEvent[] = [];
      for await (const one of readEvents(await admin.respond({ body: { input: 'Count.' } }))) {
        seen.push(one);
        if (one.event !== 'approval_required') continue;
        expect(one.data).toMatchObject({ serverId: 'fx', toolName: 'counter', arguments: {} });
        expect(upstream.count).toBe(0);
        const id = String(one.data['approvalRequestId']);
        expect(id).toMatch(uuid);
        await admin.answerApproval({ params: { id }, body: { approved } });
      }
      expect(named(seen, 'approval_required')).toHaveLength(1);
      expect(seen.at(-1)).toMatchObject({ event: 'done', data: { status: 'SUCCEEDED', answer } });
      expect(upstream.count).toBe(times);
    },
  );

  it('has its tool called with what the approver made of the arguments', async () => {
    const { admin } = await startRunHub({
      replies: [
        { when: { turn: 1 }, call: [{ tool: 'fx__write', arguments: { path: 'a' } }] },
        { when: { last: '*{"path":"b"}*' }, say: 'It is in b.' },
      ],
      upstream: { tools: [{ definition: { name: 'write', inputSchema: { type: 'object' } } }] },
    });
    const { id } = await admin.startRun({ body: { input: 'Write.' } });
    const [approval = ''] = (await runWhen(admin, id, 'WAITING')).waitsFor;
    await admin.approveCall({ params: { id: approval }, body: { arguments: { path: 'b' } } });
    expect(await runWhen(admin, id, 'SUCCEEDED')).toMatchObject({ answer: 'It is in b.', waitsFor: [] });
  });

  it('that is cancelled asks nobody any more', async () => {
    const { admin, upstream } = await startRunHub({ replies });
    const { id } = await admin.startRun({ body: { input: 'Count.' } });
    await runWhen(admin, id, 'WAITING');
    await admin.cancelRun({ params: { id } });
    await runWhen(admin, id, 'CANCELLED');
    await eventually(() => admin.listApprovals()).toEqual([]);
    expect(upstream.count).toBe(0);
    const events = await allEvents(await admin.runEvents({ params: { id } }));
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { status: 'CANCELLED' } });
  });

  it('costs no connection and no worker while it waits, were there two hundred of them', async () => {
    const config = { runs: { maxConcurrent: 4 } };
    const { admin, upstream } = await startRunHub({ replies, agent: { isolated: true }, config });
    await admin.putPolicy({ body: { serverId: 'fx', toolName: 'echo', policy: 'ALWAYS_ALLOW' } });
    const before = upstream.sessions;
    const input = 'Count.';
    const started = await Promise.all(Array.from({ length: 200 }, () => admin.startRun({ body: { input } })));
    const waiting = async () => (await admin.listRuns({ query: { status: 'WAITING', limit: 200 } })).length;
    await eventually(waiting).toBe(200);
    await eventually(() => upstream.sessions).toBe(before);
    const answer = await admin.respond({ body: { input: '/call fx.echo {"message": "hi"}' } });
    expect((await allEvents(answer)).at(-1)).toMatchObject({ data: { status: 'SUCCEEDED' } });
    const { id } = started.at(-1) ?? { id: '' };
    const [approval = ''] = (await admin.getRun({ params: { id } })).waitsFor;
    await admin.approveCall({ params: { id: approval }, body: {} });
    expect(await runWhen(admin, id, 'SUCCEEDED')).toMatchObject({ answer: 'It is 1.' });
    expect(upstream.count).toBe(1);
  });
});
