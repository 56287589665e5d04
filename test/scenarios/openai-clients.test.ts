import OpenAI, { APIError } from 'openai';
import type { ChatCompletion, ChatCompletionMessageParam } from 'openai/resources';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/fixtures.ts';
import { startRunHub, type Replies, type RunHub } from '../support/run-hub.ts';

const count = { when: { turn: 1 }, say: 'I count.', call: [{ tool: 'fx__counter' }] };
const replies: Replies = [count, { when: { turn: 2 }, say: 'It is counted.', pieces: 3 }];

const clientOf = ({ url, adminKey }: Pick<RunHub, 'url' | 'adminKey'>, apiKey = adminKey) =>
  new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });

const user = (content: string): ChatCompletionMessageParam => ({ role: 'user', content });
const contentOf = ({ choices }: ChatCompletion): string => choices[0]?.message.content ?? '';

describe('the official client of OpenAI', () => {
  it('finds the agents as models', async () => {
    const openai = clientOf(await startRunHub({ replies }));
    expect((await openai.models.list()).data).toMatchObject([{ id: 'helper', object: 'model' }]);
    expect(await openai.models.retrieve('helper')).toMatchObject({ id: 'helper' });
  });

  it('is answered by an agent that used a tool', async () => {
    const hub = await startRunHub({ replies, agent: { approval: 'ALWAYS_ALLOW' } });
    const answer = await clientOf(hub).chat.completions.create({ model: 'helper', messages: [user('Go.')] });
    expect(answer).toMatchObject({
      object: 'chat.completion',
      model: 'helper',
      choices: [{ message: { role: 'assistant', content: 'It is counted.' }, finish_reason: 'stop' }],
    });
    expect(answer.usage).toEqual({ prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 });
    expect(hub.upstream.count).toBe(1);
  });

  it('is answered piece by piece', async () => {
    const hub = await startRunHub({ replies, agent: { approval: 'ALWAYS_ALLOW' } });
    const stream = await clientOf(hub).chat.completions.create({
      model: 'helper',
      messages: [user('Go.')],
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
    expect(text).toBe('I count.\n\nIt is counted.');
    expect(chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? [])).toEqual(['stop']);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 30 } });
  });

  it('brings the conversation along, and what it tells the model', async () => {
    const hub = await startRunHub({
      replies: [{ when: { prompt: '*Speak Latin.*', last: 'And now?' }, say: 'Nunc.' }],
      agent: { instructions: 'You help.' },
    });
    const answer = await clientOf(hub).chat.completions.create({
      model: 'helper',
      messages: [
        { role: 'system', content: 'Speak Latin.' },
        user('What was it?'),
        { role: 'assistant', content: 'Tunc.' },
        user('And now?'),
      ],
    });
    expect(contentOf(answer)).toBe('Nunc.');
    const [system, ...said] = hub.provider.seen[0]?.body.messages ?? [];
    expect(JSON.stringify(system)).toContain('You help.\\n\\nSpeak Latin.');
    expect(said.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'What was it?'],
      ['assistant', 'Tunc.'],
      ['user', 'And now?'],
    ]);
  });

  it('is told when somebody must approve, and the same conversation goes on after that', async () => {
    const hub = await startRunHub({ replies });
    const openai = clientOf(hub);
    const messages = [user('Go.')];
    const talk = async (text?: string) => {
      if (text !== undefined) messages.push(user(text));
      const answer = await openai.chat.completions.create({ model: 'helper', messages });
      messages.push({ role: 'assistant', content: contentOf(answer) });
      return answer;
    };
    await talk();
    const [{ id } = { id: '' }] = await hub.admin.listApprovals();
    expect(messages.at(-1)?.content).toContain(`- fx.counter {} (approval ${id})`);
    expect(await talk('Well?')).toMatchObject({ patchbay: { status: 'WAITING', approvals: [id] } });
    expect(hub.upstream.count).toBe(0);
    await hub.admin.approveCall({ params: { id }, body: {} });
    expect(contentOf(await talk('And now?'))).toBe('It is counted.');
    expect(await hub.admin.listRuns()).toHaveLength(1);
    await talk('Again.').catch(() => undefined); // its script has nothing to say to that
    expect(hub.provider.seen.at(-1)?.body.messages.filter(({ role }) => role !== 'system')).toMatchObject([
      { content: 'Go.' },
      { content: 'It is counted.' },
      { content: 'Again.' },
    ]);
  });

  it('does not go on with what another has begun', async () => {
    const hub = await startRunHub({ replies });
    const first = await clientOf(hub).chat.completions.create({ model: 'helper', messages: [user('Go.')] });
    const { key } = await hub.admin.createKey({ body: { name: 'other', roles: ['operator'] } });
    const messages: ChatCompletionMessageParam[] = [
      user('Go.'),
      { role: 'assistant', content: contentOf(first) },
      user('Go on.'),
    ];
    const asking = clientOf(hub, key).chat.completions.create({ model: 'helper', messages });
    await expect(asking).rejects.toMatchObject({ status: 404, code: 'RUN_NOT_FOUND' });
  });

  it.each([
    ['no such agent', { body: { model: 'nobody' }, key: undefined, status: 404, code: 'AGENT_NOT_FOUND' }],
    ['a key that is none', { body: {}, key: 'pbk_nope', status: 401, code: 'UNAUTHENTICATED' }],
    ['nothing to ask', { body: { messages: [] }, key: undefined, status: 400, code: 'INPUT_INVALID' }],
    [
      'a run that fails',
      { body: { messages: [user('fail')] }, key: undefined, status: 502, code: 'RUN_FAILED' },
    ],
  ])('understands what went wrong with %s', async (_, { body, key, status, code }) => {
    const failing = { when: { last: 'fail' }, fail: { status: 401, message: 'No such key.' } };
    const hub = await startRunHub({ replies: [failing] });
    const request = { model: 'helper', messages: [user('Go.')], ...body };
    const asking = clientOf(hub, key).chat.completions.create({
      ...request,
      messages: [...request.messages],
    });
    await expect(asking).rejects.toBeInstanceOf(APIError);
    await expect(asking).rejects.toMatchObject({ status, code });
  });

  it('hears of a failure in the middle of a stream', async () => {
    const failing = { fail: { status: 401, message: 'No such key.' } };
    const hub = await startRunHub({ replies: [failing] });
    const stream = await clientOf(hub).chat.completions.create({
      model: 'helper',
      messages: [user('Go.')],
      stream: true,
    });
    await expect(stream.toReadableStream().pipeTo(new WritableStream())).rejects.toThrow('No such key.');
  });
});

const statuses = async ({ admin }: RunHub) => (await admin.listRuns()).map(({ status }) => status);

/** Reads a stream to its end; what is none has nothing more to read. */
async function readAll(answer: unknown): Promise<void> {
  const stream = answer as { toReadableStream?: () => ReadableStream }; // of one client, for both kinds of requests
  await stream.toReadableStream?.().pipeTo(new WritableStream());
}

describe('a client of OpenAI that hangs up', () => {
  const slow: Replies = [{ say: 'Slowly', pause: 'forever' }];
  const create = (hub: RunHub, stream: boolean) => {
    const controller = new AbortController();
    const request = { model: 'helper', messages: [user('Go.')], stream };
    const asking = clientOf(hub).chat.completions.create(request, { signal: controller.signal });
    return { controller, asking };
  };

  it.each([true, false])('ends its run, and what its model says (stream: %s)', async (stream) => {
    const hub = await startRunHub({ replies: slow });
    const { controller, asking } = create(hub, stream);
    asking.then(readAll).catch(() => undefined); // it hears that it was aborted, or nothing more
    await eventually(() => hub.provider.open()).toBe(1);
    controller.abort();
    await eventually(() => statuses(hub)).toEqual(['CANCELLED']);
    await eventually(() => hub.provider.open()).toBe(0);
    expect(hub.provider.seen).toHaveLength(1);
  });

  it('ends the call of a tool too', async () => {
    const call = [{ tool: 'fx__slow', arguments: { ms: 60_000 } }];
    const hub = await startRunHub({ replies: [{ call }], agent: { approval: 'ALWAYS_ALLOW' } });
    const { controller, asking } = create(hub, false);
    asking.catch(() => undefined); // it is aborted
    await hub.upstream.saw('tools/call');
    controller.abort();
    await hub.upstream.saw('notifications/cancelled');
    await eventually(() => statuses(hub)).toEqual(['CANCELLED']);
    expect(hub.provider.seen).toHaveLength(1);
  });

  it.each([true, false])('leaves a run that waits for an approval (stream: %s)', async (stream) => {
    const hub = await startRunHub({ replies });
    const { controller, asking } = create(hub, stream);
    await readAll(await asking);
    controller.abort();
    expect(await statuses(hub)).toEqual(['WAITING']);
    const [{ id } = { id: '' }] = await hub.admin.listApprovals();
    await hub.admin.approveCall({ params: { id }, body: {} });
    await eventually(() => statuses(hub)).toEqual(['SUCCEEDED']);
    expect(hub.upstream.count).toBe(1);
  });
});
