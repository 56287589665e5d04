import { modelEntrySchema } from '@patchbay/contracts';
import type { ModelPart, ModelRequest } from '@patchbay/core';
import { describe, expect, it } from 'vitest';
import { createModel } from './create-model.ts';
import { parseScript } from './parse-script.ts';
import { createScriptedModel } from './scripted-model.ts';

const signal = new AbortController().signal;
const request = (overrides: Partial<ModelRequest> = {}): ModelRequest => ({
  messages: [{ role: 'user', text: 'Will it rain in Bern?' }],
  tools: [],
  mayCall: true,
  ...overrides,
});

const yaml = `
replies:
  - when: { last: "*rain*" }
    think: I must look.
    say: One moment.
    pieces: 2
    call:
      - tool: weather__today
        arguments: { city: Bern }
      - tool: weather__today
        arguments: "not { json"
    usage: { input: 12, output: 3 }
  - when: { turn: 2 }
    fail: { status: 429, times: 1 }
    say: Yes.
    finish: length
`;

async function all(parts: AsyncIterable<ModelPart>): Promise<readonly ModelPart[]> {
  const heard: ModelPart[] = [];
  for await (const part of parts) heard.push(part);
  return heard;
}

async function hear(text: string, asked: ModelRequest): Promise<readonly ModelPart[]> {
  const model = createScriptedModel({ name: 'demo', script: parseScript(text) });
  return all(model.ask(asked, signal));
}

describe('a scripted model', () => {
  it('says and calls what its script says', async () => {
    expect(await hear(yaml, request())).toEqual([
      { kind: 'delta', channel: 'thought', text: 'I must look.' },
      { kind: 'delta', channel: 'text', text: 'One mo' },
      { kind: 'delta', channel: 'text', text: 'ment.' },
      {
        kind: 'reply',
        reply: {
          parts: [
            { kind: 'thought', text: 'I must look.' },
            { kind: 'text', text: 'One moment.' },
            { kind: 'call', id: 'call_1_1', name: 'weather__today', arguments: '{"city":"Bern"}' },
            { kind: 'call', id: 'call_1_2', name: 'weather__today', arguments: 'not { json' },
          ],
          finish: 'tool-calls',
          usage: { inputTokens: 12, outputTokens: 3, cachedTokens: 0 },
        },
      },
    ]);
  });

  it('fails as often as its script says, and says the same to whoever asks again', async () => {
    const messages: ModelRequest['messages'] = [
      { role: 'assistant', parts: [] },
      { role: 'user', text: 'And?' },
    ];
    await expect(hear(yaml, request({ messages }))).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    const parts = await hear(yaml, request({ messages, attempt: 1 }));
    expect(parts.at(-1)).toMatchObject({ reply: { finish: 'length', parts: [{ text: 'Yes.' }] } });
    expect(await hear(yaml, request({ messages, attempt: 1 }))).toEqual(parts);
  });

  it('says which reply is missing', async () => {
    const messages = [{ role: 'user', text: 'Hello' }] as const;
    await expect(hear(yaml, request({ messages }))).rejects.toMatchObject({
      code: 'SCRIPT_EXHAUSTED',
      message: 'The script of the model "demo" has no reply for turn 1, after "Hello".',
    });
  });

  it('lets steps pass, not time, and stops when it is told to', async () => {
    expect(await hear('replies: [{ pause: 3, say: Hi. }]', request())).toHaveLength(2);
    const model = createScriptedModel({ name: 'demo', script: parseScript('replies: [{ pause: forever }]') });
    const controller = new AbortController();
    const hearing = all(model.ask(request(), controller.signal));
    controller.abort(new Error('enough'));
    await expect(hearing).rejects.toThrow('enough');
  });

  it('is made from an entry like any other model', async () => {
    const entry = { name: 'demo', provider: 'scripted', script: { replies: [{ say: 'Hi.' }] } };
    const model = await createModel(modelEntrySchema.parse(entry));
    expect(await all(model.ask(request(), signal))).toHaveLength(2);
  });
});

describe('a script', () => {
  it.each([
    ['replies: []', 'replies: This must not be empty.'],
    ['replies: [{ sya: Hi. }]', 'replies[0].sya: There is no such field.'],
    ['replies: [{ pause: soon }]', /^replies\[0\]\.pause: /],
    ['a: &x [*x]', /./],
    ['replies: [', /./],
    ['', /./],
  ])('that is wrong is refused with what is wrong: %j', (text, message) => {
    expect(() => parseScript(text)).toThrow(message);
    expect(() => parseScript(text)).toThrow(expect.objectContaining({ code: 'SCRIPT_INVALID' }));
  });
});

describe('a model in the configuration', () => {
  it.each([
    [{ provider: 'openai' }, 'model'],
    [{ provider: 'openai-compatible', model: 'x' }, 'baseUrl'],
    [{ provider: 'scripted' }, 'script'],
  ])('%j needs more', (given, path) => {
    const { error } = modelEntrySchema.safeParse({ name: 'x', ...given });
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });
});
