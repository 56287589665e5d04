import OpenAI, { APIError } from 'openai';
import type { ChatCompletion, ChatCompletionMessageParam } from 'openai/resources';
import { describe, expect, it } from 'vitest';
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
    ['no such agent', { model: 'nobody' }, undefined, 404, 'AGENT_NOT_FOUND'],
    ['a key that is none', {}, 'pbk_nope', 401, 'UNAUTHENTICATED'],
    ['nothing to ask', { messages: [] }, undefined, 400, 'INPUT_INVALID'],
    ['a run that fails', { messages: [user('fail')] }, undefined, 502, 'RUN_FAILED'],
  ] as const)('understands what went wrong with %s', async (_, body, key, status, code) => {
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
    const reading = (async () => {
      for await (const _ of stream);
    })();
    await expect(reading).rejects.toThrow('No such key.');
  });
});
