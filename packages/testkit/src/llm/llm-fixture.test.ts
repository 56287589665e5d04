import { describe, expect, it } from 'vitest';
import { startLlmFixture, type WireName } from './llm-fixture.ts';

const ask = { role: 'user', content: [{ type: 'text', text: 'Go.' }] };
const call = { type: 'tool_use', id: 'c1', name: 't', input: {} };
const anthropic = { max_tokens: 10, messages: [ask] };
const said = { role: 'user', parts: [{ text: 'Go.' }] };

const refused: readonly (readonly [WireName, string, object, RegExp])[] = [
  ['anthropic', 'no limit', { messages: [ask] }, /max_tokens/],
  ['anthropic', 'no question', { ...anthropic, messages: [] }, /first message/],
  [
    'anthropic',
    'a text that is empty',
    { ...anthropic, messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] },
    /non-empty/,
  ],
  [
    'anthropic',
    'nothing said',
    { ...anthropic, messages: [{ role: 'user', content: [] }] },
    /must not be empty/,
  ],
  [
    'anthropic',
    'a call that nobody answered',
    { ...anthropic, messages: [ask, { role: 'assistant', content: [call] }, ask] },
    /tool_result/,
  ],
  [
    'anthropic',
    'a name with a dot',
    { ...anthropic, tools: [{ name: 'a.b', input_schema: { type: 'object' } }] },
    /pattern/,
  ],
  [
    'anthropic',
    'a tool without an object',
    { ...anthropic, tools: [{ name: 'a', input_schema: {} }] },
    /object/,
  ],
  ['google', 'nothing said', { contents: [{ role: 'user', parts: [] }] }, /must not be empty/],
  [
    'google',
    'a name with a digit',
    { contents: [said], tools: [{ functionDeclarations: [{ name: '1x' }] }] },
    /Invalid function name/,
  ],
  [
    'google',
    'a call that nobody answered',
    { contents: [said, { role: 'model', parts: [{ functionCall: { name: 'x' } }] }, said] },
    /number of function response parts/,
  ],
];

describe('a provider in a test', () => {
  it.each(refused)('that is %s refuses what the real one refuses: %s', async (...given) => {
    const [wire, , body, why] = given;
    await using fixture = await startLlmFixture({ replies: [{ say: 'Hi.' }] }, { wire });
    const path = wire === 'google' ? '/models/m:streamGenerateContent?alt=sse' : '/messages';
    const headers = { 'anthropic-version': '2023-06-01' };
    const response = await fetch(`${fixture.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(why);
  });
});
