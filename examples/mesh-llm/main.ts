import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createHub } from '@patchbay/hub';
import { defineAgent, defineLlmProvider, startAgent } from '@patchbay/mesh';
import { z } from 'zod';
import { check, tell, tellStory } from '../story.ts';

// The story of README.md. It checks itself: it exits with 0, or says what failed and exits with 1.

interface Chat {
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** A model that anybody can afford: it asks for the first tool, and reads out what that says. */
function think({ messages, tools = [] }: Chat): object {
  const last = messages.at(-1);
  const [tool] = tools;
  if (last?.role === 'tool') return { content: `I looked it up: ${last.content ?? ''}` };
  if (!tool) return { content: 'I have no tools, so I do not know.' };
  const call = { name: tool.function.name, arguments: '{"city":"Berlin"}' };
  return { content: null, tool_calls: [{ id: 'call_1', type: 'function', function: call }] };
}

/** It speaks as OpenAI does, so any other server of models could stand here. */
async function startModel() {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const message = think(JSON.parse(Buffer.concat(chunks).toString()) as Chat);
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ choices: [{ message }] }));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${String(port)}/v1`, stop: () => server.close().closeAllConnections() };
}

const weather = defineAgent('weather').tool('forecast', {
  description: 'Tells the weather of a city.',
  input: z.object({ city: z.string() }),
  run: ({ city }) => `It is sunny in ${city}.`,
});

const assistant = defineAgent('assistant').tool('ask', {
  input: z.object({ question: z.string() }),
  llm: { provider: { tags: ['+small'] }, filter: ['forecast'], system: 'Answer briefly.' },
  run: ({ question }, { llm }) => llm.generate(question),
});

async function call(url: string, question: string): Promise<string> {
  const params = { name: 'ask', arguments: { question } };
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  const { result } = (await response.json()) as { result: { content: readonly { text: string }[] } };
  return result.content[0]?.text ?? '';
}

async function story(): Promise<void> {
  tell('1. A hub, an agent that wants a model, and none there is.');
  const hub = await createHub({ database: 'memory', port: 0, mesh: { port: 0 } });
  await hub.listen();
  const registryUrl = (await hub.meshUrl()) ?? '';
  const settings = { registryUrl, host: '127.0.0.1', settleSeconds: 0 };
  const running = await startAgent(assistant, settings);
  const ask = async () => (await running.beat(), call(running.url, 'How is the weather in Berlin?'));
  check('the answer', await ask(), 'Dependency not available: llm');

  tell('2. A provider without code brings one.');
  const model = await startModel();
  const chat = { baseUrl: model.baseUrl, model: 'parrot' };
  const provider = await startAgent(defineLlmProvider('parrot', { chat, tags: ['small'] }), settings);
  check('the answer', await ask(), 'I have no tools, so I do not know.');

  tell('3. A tool joins, and the model may use it.');
  const tool = await startAgent(weather, settings);
  check('the answer', await ask(), 'I looked it up: It is sunny in Berlin.');

  tell('4. The tool leaves, and the model does without.');
  await tool.stop();
  check('the answer', await ask(), 'I have no tools, so I do not know.');

  await Promise.all([running.stop(), provider.stop()]);
  model.stop();
  await hub.close();
}

await tellStory(story);
