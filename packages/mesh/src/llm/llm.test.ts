import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { defineAgent } from '../define-agent.ts';
import type { MeshNews } from '../events.ts';
import { createTestMesh } from '../testing/index.ts';
import type { Outgoing } from '../world.ts';
import type { ChatAnswer, ChatRequest } from './chat.ts';
import { defineLlmProvider } from './define-llm-provider.ts';
import { createOpenAiChat } from './openai-chat.ts';

async function open() {
  const mesh = await createTestMesh();
  onTestFinished(() => mesh[Symbol.asyncDispose]());
  return mesh;
}

const chatting = defineAgent('chatting')
  .needs('greeting', { output: z.string(), optional: true })
  .tool('chat', {
    input: z.object({ message: z.string() }),
    llm: { provider: { tags: ['+claude'] }, filter: ['weather'], system: 'Be kind.', maxRounds: 3 },
    async run({ message }, mesh) {
      const greeting = mesh.greeting ? await mesh.greeting({}) : '';
      return `${greeting}${await mesh.llm.generate(message)}`;
    },
  });

const reading = (pieces: string[]) =>
  defineAgent('reading').tool('read', {
    llm: { filter: ['weather'] },
    async run(_, { llm }) {
      for await (const piece of llm.stream('How is it?')) pieces.push(piece);
      return pieces.join('');
    },
  });

const asksFor = (name: string, args: string): ChatAnswer => ({
  content: null,
  tool_calls: [{ id: 'call_1', type: 'function', function: { name, arguments: args } }],
});

describe('a model', () => {
  it('is injected next to tools, by one wrapper [C-29]', async () => {
    const mesh = await open();
    const asked: ChatRequest[] = [];
    await mesh.provideLlm((request) => (asked.push(request), Promise.resolve('Hello.')));
    await mesh.provide('greeting', () => 'Dear Ada: ');
    await mesh.start(chatting);
    expect(await mesh.call('chat', { message: 'Hi' })).toBe('Dear Ada: Hello.');
    expect(asked[0]?.messages).toEqual([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Hi' },
    ]);
  });

  it('is chosen by its selector, and another is taken when that one leaves [C-29]', async () => {
    const mesh = await open();
    await mesh.provideLlm(() => Promise.resolve('from gpt'), ['gpt']);
    const claude = await mesh.provideLlm(() => Promise.resolve('from claude'), ['claude']);
    await mesh.start(chatting);
    expect(await mesh.call('chat', { message: 'Hi' })).toBe('from claude');
    await claude.stop();
    expect(await mesh.call('chat', { message: 'Hi' })).toBe('from gpt');
  });

  it('is missed in words when nobody provides one [C-27]', async () => {
    const mesh = await open();
    await mesh.start(chatting);
    await expect(mesh.call('chat', { message: 'Hi' })).rejects.toThrow('Dependency not available: llm');
  });

  it('is offered the tools that the filter lets through, and its calls of them are made [C-30]', async () => {
    const mesh = await open();
    const asked: ChatRequest[] = [];
    await mesh.provideLlm(async (request) => {
      asked.push(request);
      return request.messages.at(-1)?.role === 'tool'
        ? `So it is ${String(request.messages.at(-1)?.content)}.`
        : asksFor('weather', '{"city":"Berlin"}');
    });
    await mesh.provide('weather', ({ city }) => `sunny in ${city as string}`);
    await mesh.provide('secret', () => 'x');
    await mesh.start(chatting);
    expect(await mesh.call('chat', { message: 'How is it?' })).toBe('So it is sunny in Berlin.');
    expect(asked[0]?.tools).toMatchObject([{ type: 'function', function: { name: 'weather' } }]);
    expect(JSON.stringify(asked)).not.toContain('_mesh_endpoint');
  });

  it('hears of tools that come and go [C-30]', async () => {
    const mesh = await open();
    const news: MeshNews[] = [];
    const counts: number[] = [];
    await mesh.provideLlm((request) => (counts.push(request.tools?.length ?? 0), Promise.resolve('')));
    await mesh.start(chatting, { onNews: (one) => news.push(one) });
    await mesh.call('chat', { message: '' });
    const weather = await mesh.provide('weather', () => 'sunny');
    await mesh.call('chat', { message: '' });
    await weather.stop();
    await mesh.call('chat', { message: '' });
    expect(counts).toEqual([0, 1, 0]);
    expect(news.flatMap((one) => (one.kind === 'llm_tools_updated' ? [one.tools] : []))).toEqual([
      ['weather'],
      [],
    ]);
  });

  it.each([
    ['that nobody has', asksFor('nope', '{}'), 'Error: there is no tool "nope".'],
    ['with what is no JSON', asksFor('weather', '{'), 'Error: '],
    ['that fails', asksFor('weather', '{}'), 'Error: closed'],
  ])('reads what went wrong with a call %s, and goes on [C-30]', async (_, answer, words) => {
    const mesh = await open();
    const seen: unknown[] = [];
    await mesh.provideLlm(async ({ messages }) => {
      if (messages.at(-1)?.role !== 'tool') return answer;
      seen.push(messages.at(-1)?.content);
      return 'never mind';
    });
    await mesh.provide('weather', () => {
      throw new Error('closed');
    });
    await mesh.start(chatting);
    expect(await mesh.call('chat', { message: '' })).toBe('never mind');
    expect(seen).toEqual([expect.stringContaining(words)]);
  });

  it('can be read along while it writes, also between calls of tools', async () => {
    const mesh = await open();
    await mesh.provideLlm(async ({ messages, onText }) => {
      expect(onText).toBeDefined();
      if (messages.at(-1)?.role === 'user') return (onText?.('Let me see. '), asksFor('weather', '{}'));
      for (const piece of ['It ', 'is ', 'sunny.']) onText?.(piece);
      return 'It is sunny.';
    });
    await mesh.provide('weather', () => 'sunny');
    const pieces: string[] = [];
    await mesh.start(reading(pieces));
    expect(await mesh.call('read')).toBe('Let me see. It is sunny.');
    expect(pieces).toEqual(['Let me see. ', 'It ', 'is ', 'sunny.']);
  });

  it('that does not stream is read in one piece', async () => {
    const mesh = await open();
    await mesh.provideLlm(() => Promise.resolve('All at once.'));
    const pieces: string[] = [];
    await mesh.start(reading(pieces));
    expect([await mesh.call('read'), pieces]).toEqual(['All at once.', ['All at once.']]);
  });

  it('that never stops asking is stopped', async () => {
    const mesh = await open();
    await mesh.provideLlm(() => Promise.resolve(asksFor('weather', '{}')));
    await mesh.provide('weather', () => 'sunny');
    await mesh.start(chatting);
    await expect(mesh.call('chat', { message: '' })).rejects.toThrow('still asked for tools after 3 rounds');
  });

  it('answers with data where data is asked for', async () => {
    const mesh = await open();
    const asked: ChatRequest[] = [];
    await mesh.provideLlm((request) => (asked.push(request), Promise.resolve('```json\n{"score": 7}\n```')));
    const judging = defineAgent('judging').tool('judge', {
      llm: { output: z.object({ score: z.number() }), modelParams: { temperature: 0 } },
      run: async (_, { llm }) => (await llm('How good?')).score,
    });
    await mesh.start(judging);
    expect(await mesh.call('judge')).toBe(7);
    expect(asked[0]?.modelParams).toMatchObject({
      temperature: 0,
      response_format: { type: 'json_schema', json_schema: { schema: { type: 'object' } } },
    });
  });
});

describe('a provider of a model', () => {
  it('is offered as `llm`, with its tags and vendor, without code [C-30]', () => {
    const { definitions } = defineLlmProvider('claude', {
      chat: { baseUrl: 'http://x', model: 'm' },
      tags: ['claude'],
      vendor: 'anthropic',
    });
    expect(definitions).toMatchObject([
      {
        name: 'process_chat',
        capability: 'llm',
        tags: ['llm', 'claude'],
        kwargs: { vendor: 'anthropic', timeout: 120 },
      },
    ]);
  });

  const asked = {
    messages: [{ role: 'user' as const, content: 'Hi' }],
    modelParams: {},
    signal: new AbortController().signal,
  };

  it('asks an API like that of OpenAI', async () => {
    const seen: { url: string; init: Outgoing }[] = [];
    const completion = {
      model: 'm-2026',
      choices: [{ message: { content: 'Hello.' } }],
      usage: { prompt_tokens: 3, completion_tokens: 2 },
    };
    const chat = createOpenAiChat(
      { baseUrl: 'http://api.test/v1/', model: 'm', apiKey: 'k' },
      async (url, init) => {
        seen.push({ url, init });
        return Response.json(completion);
      },
    );
    const tools = [{ type: 'function', function: { name: 'weather' } }];
    expect(await chat({ ...asked, tools, modelParams: { temperature: 0 } })).toEqual({
      content: 'Hello.',
      usage: { prompt_tokens: 3, completion_tokens: 2, model: 'm-2026' },
    });
    expect(seen[0]?.url).toBe('http://api.test/v1/chat/completions');
    expect(new Headers(seen[0]?.init.headers).get('authorization')).toBe('Bearer k');
    expect(JSON.parse(seen[0]?.init.body ?? '')).toEqual({
      model: 'm',
      temperature: 0,
      messages: asked.messages,
      tools,
    });
  });

  it('reads what an API like that of OpenAI writes piece by piece', async () => {
    const chunk = (delta: object): string => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`;
    const part = (more: object) => chunk({ tool_calls: [{ index: 0, ...more }] });
    const body = [
      chunk({ role: 'assistant', content: 'Let ' }),
      chunk({ content: 'me see.' }),
      part({ id: 'call_1', function: { name: 'weather', arguments: '{"city"' } }),
      part({ function: { arguments: ':"Rome"}' } }),
      'data: [DONE]\n\n',
    ].join('');
    const sent: unknown[] = [];
    const chat = createOpenAiChat({ baseUrl: 'http://api/v1', model: 'm' }, async (_, init) => {
      sent.push(JSON.parse(init.body ?? ''));
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    });
    const pieces: string[] = [];
    const onText = (piece: string) => void pieces.push(piece);
    const { signal } = new AbortController();
    expect(await chat({ messages: [], modelParams: {}, signal, onText })).toEqual({
      ...asksFor('weather', '{"city":"Rome"}'),
      content: 'Let me see.',
    });
    expect([pieces, sent]).toEqual([['Let ', 'me see.'], [{ model: 'm', messages: [], stream: true }]]);
  });

  it('passes on why the API refused, without the key', async () => {
    const refuse = async () => Response.json({ error: { message: 'slow down' } }, { status: 429 });
    const chat = createOpenAiChat({ baseUrl: 'http://api.test', model: 'm', apiKey: 'k3y' }, refuse);
    await expect(chat(asked)).rejects.toThrow('The model answered HTTP 429: slow down');
  });
});
