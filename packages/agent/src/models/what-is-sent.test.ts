import type { ModelRequest } from '@patchbay/core';
import { describe, expect, it } from 'vitest';
import { hear, key, startWireModel } from '../../test-support/wire-model.ts';

const tool = { name: 'files__read', description: 'Reads.', inputSchema: { type: 'object', properties: {} } };
const call = { kind: 'call', id: 'c1', name: 'files__read', arguments: '{"path":"a"}' } as const;
const other = { kind: 'call', id: 'c2', name: 'files__read', arguments: '{"path":"b"}' } as const;
const results = [
  { callId: 'c1', name: 'files__read', text: 'hello', isError: false },
  { callId: 'c2', name: 'files__read', text: 'no such file', isError: true },
];
const images = [{ mimeType: 'image/png', data: 'aGVsbG8=' }];

/** A conversation with everything in it. */
const messages: ModelRequest['messages'] = [
  { role: 'system', text: 'Be brief.' },
  { role: 'user', text: 'Read a and b.' },
  { role: 'assistant', parts: [{ kind: 'text', text: 'I look.' }, call, other] },
  { role: 'tool', results },
  { role: 'user', text: 'The images:', images },
];

const replies = [{ when: { turn: 2 }, say: 'Done.' }];
const request = { messages, tools: [tool], mayCall: true };

describe('what is sent', () => {
  it.each(['openai', 'openai-compatible'] as const)('to %s', async (provider) => {
    await using world = await startWireModel(replies, { entry: { provider, temperature: 0 } });
    await hear(world.model, world.request(request));
    const { body, authorization } = world.fixture.seen[0] ?? {};
    expect(authorization).toBe(`Bearer ${key}`);
    expect(body).toMatchObject({
      model: 'test-1',
      stream: true,
      temperature: 0,
      tools: [{ type: 'function', function: { name: 'files__read', description: 'Reads.' } }],
      tool_choice: 'auto',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: expect.anything() },
        {
          role: 'assistant',
          content: 'I look.',
          tool_calls: [{ id: 'c1', function: { arguments: '{"path":"a"}' } }, { id: 'c2' }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'hello' },
        { role: 'tool', tool_call_id: 'c2', content: expect.stringContaining('no such file') },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'The images:' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,aGVsbG8=' } },
          ],
        },
      ],
    });
  });

  it('to anthropic', async () => {
    const entry = { provider: 'anthropic', temperature: 0 } as const;
    await using world = await startWireModel(replies, { wire: 'anthropic', entry });
    await hear(world.model, world.request(request));
    const { body, authorization } = world.fixture.seen[0] ?? {};
    expect(authorization).toBe(key);
    expect(body).toMatchObject({
      model: 'test-1',
      stream: true,
      temperature: 0,
      max_tokens: 8_192,
      system: [{ type: 'text', text: 'Be brief.' }],
      tools: [{ name: 'files__read', description: 'Reads.', input_schema: { type: 'object' } }],
      tool_choice: { type: 'auto' },
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Read a and b.' }] },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', id: 'c1', name: 'files__read', input: { path: 'a' } },
            { type: 'tool_use', id: 'c2', input: { path: 'b' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: 'hello' },
            { type: 'tool_result', tool_use_id: 'c2', content: 'no such file', is_error: true },
            { type: 'text', text: 'The images:' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGVsbG8=' } },
          ],
        },
      ],
    });
  });

  it('to google', async () => {
    const entry = { provider: 'google', temperature: 0 } as const;
    await using world = await startWireModel(replies, { wire: 'google', entry });
    await hear(world.model, world.request(request));
    const { body, authorization } = world.fixture.seen[0] ?? {};
    expect(authorization).toBe(key);
    expect(body).toMatchObject({
      generationConfig: { maxOutputTokens: 8_192, temperature: 0 },
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      tools: [{ functionDeclarations: [{ name: 'files__read', description: 'Reads.' }] }],
      toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
      contents: [
        { role: 'user', parts: [{ text: 'Read a and b.' }] },
        {
          role: 'model',
          parts: [
            { text: 'I look.' },
            { functionCall: { name: 'files__read', args: { path: 'a' } } },
            { functionCall: { name: 'files__read', args: { path: 'b' } } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { name: 'files__read', response: { content: 'hello' } } },
            { functionResponse: { name: 'files__read', response: { error: 'no such file' } } },
          ],
        },
        {
          role: 'user',
          parts: [{ text: 'The images:' }, { inlineData: { mimeType: 'image/png', data: 'aGVsbG8=' } }],
        },
      ],
    });
  });

  const noMore = { ...request, mayCall: false };

  it.each([
    ['openai', { tools: [{}], tool_choice: 'none' }],
    ['anthropic', { tools: [{}], tool_choice: { type: 'none' } }],
    ['google', { tools: [{}], toolConfig: { functionCallingConfig: { mode: 'NONE' } } }],
  ] as const)('to %s when it may not call any more still has what was called', async (provider, expected) => {
    await using world = await startWireModel(replies, { wire: provider, entry: { provider } });
    await hear(world.model, world.request(noMore));
    expect(world.fixture.seen[0]?.body).toMatchObject(expected);
  });

  it.each([
    ['anthropic', ['"thinking":"Hm."', '"signature":"signed-by-anthropic"']],
    ['google', ['"text":"Hm.","thought":true', '"thoughtSignature":"signed-by-google"']],
  ] as const)('to %s has what it signed when it thought', async (provider, expected) => {
    const thinking = { think: 'Hm.', call: [{ tool: 'files__read' }] };
    const options = { wire: provider, entry: { provider } };
    await using world = await startWireModel([thinking, { say: 'Done.' }], options);
    const { reply, deltas } = await hear(world.model, world.request({ tools: [tool], mayCall: true }));
    expect(deltas).toEqual(['thought: Hm.']);
    const parts = reply?.parts ?? [];
    const answers = parts.flatMap((part) =>
      part.kind === 'call' ? [{ callId: part.id, name: part.name, text: 'x', isError: false }] : [],
    );
    const said: ModelRequest['messages'] = [
      { role: 'user', text: 'Go.' },
      { role: 'assistant', parts },
      { role: 'tool', results: answers },
    ];
    await hear(world.model, world.request({ messages: said, tools: [tool], mayCall: true }));
    const sent = JSON.stringify(world.fixture.seen[1]?.body);
    for (const part of expected) expect(sent).toContain(part);
  });
});

describe('every provider', () => {
  it.each(['openai', 'anthropic', 'google'] as const)(
    '%s is asked at the address that is given',
    async (provider) => {
      const entry = { provider, baseUrl: 'http://127.0.0.1:1/v1' };
      await using world = await startWireModel([{ say: 'x' }], { entry });
      await expect(hear(world.model, world.request())).rejects.toMatchObject({
        code: 'MODEL_UNAVAILABLE',
        data: { reason: expect.stringMatching(/ECONNREFUSED|connect/i) },
      });
    },
  );
});
