import { describe, expect, it } from 'vitest';
import { eventually } from '../support/fixtures.ts';
import { startRunHub, type RunHub, type Replies } from '../support/run-hub.ts';

const echo = {
  when: { turn: 1 },
  say: 'I look.',
  call: [{ tool: 'fx__echo', arguments: { message: 'hi' } }],
};
const slow = { when: { turn: 1 }, call: [{ tool: 'fx__slow', arguments: { ms: 600_000 } }] };
const last = { when: { turn: 2 }, say: 'It said hi.', pieces: 2 };

type Act = (hub: RunHub) => Promise<unknown>;
interface Story {
  readonly replies: Replies;
  readonly input?: string;
  readonly approval?: 'ALWAYS_ALLOW' | 'ASK_USER';
  /** What is done once when this stands in the stream. */
  readonly when?: readonly (readonly [string, Act])[];
}

const approve: Act = async ({ admin }) => {
  const [{ id } = { id: '' }] = await admin.listApprovals();
  await admin.approveCall({ params: { id }, body: {} });
};
/** While the model is at work: its second turn is stored by then. */
const cancel: Act = async ({ admin, provider }) => {
  await eventually(() => provider.seen).toHaveLength(2);
  const [{ id } = { id: '' }] = await admin.listRuns();
  await admin.cancelRun({ params: { id } });
};

const stories: Readonly<Record<string, Story>> = {
  'plain-answer': { replies: [{ think: 'Easy.', say: 'Good morning.', pieces: 3 }] },
  'tool-call': { replies: [echo, last] },
  'tool-progress': {
    replies: [slow, last],
    when: [['"progress":', async ({ upstream }) => upstream.release()]],
  },
  approval: { replies: [echo, last], approval: 'ASK_USER', when: [['"status":"WAITING"', approve]] },
  'call-by-hand': { replies: [last], input: '/call fx.echo {"message": "hi"}' },
  error: { replies: [{ fail: { status: 401, message: 'No such key.' } }] },
  cancellation: { replies: [echo, { when: { turn: 2 }, pause: 'forever' }], when: [['"COMPLETED"', cancel]] },
};

/** Where the model may go on: whoever reads is there by then, and hears every piece of what is said. */
const turns = ['event: init', '"status":"COMPLETED"'];

/** The whole stream, byte by byte, but for what is never the same and for what only keeps the line open. */
async function streamOf({ replies, input = 'Go.', approval = 'ALWAYS_ALLOW', when = [] }: Story) {
  let gate = Promise.withResolvers<void>();
  const before = async (): Promise<void> => {
    await gate.promise;
    gate = Promise.withResolvers();
  };
  const hub = await startRunHub({ replies, agent: { approval }, provider: { before } });
  const acts: (readonly [string, Act])[] = [
    ...turns.map((mark) => [mark, async () => gate.resolve()] as const),
    ...when,
  ];
  const { body } = await hub.admin.respond({ body: { input } });
  let text = '';
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    const due = acts.filter(([mark]) => text.includes(mark));
    for (const act of due) acts.splice(acts.indexOf(act), 1);
    for (const [, act] of due) await act(hub);
  }
  return withoutChance(text);
}

function withoutChance(text: string): string {
  const [, run = ''] = /"runId":"([^"]+)"/.exec(text) ?? [];
  return text
    .replaceAll(': still here\n\n', '')
    .replaceAll(run, '<run>')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '<approval>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
}

describe('the stream of a run, as it is kept in a file', () => {
  it.each(Object.entries(stories))('%s', async (name, story) => {
    await expect(await streamOf(story)).toMatchFileSnapshot(`golden/${name}.txt`);
  });
});
