import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { png } from './plain-tools.ts';

// The resources and prompts that the suite asks for by name.

const user = 'user' as const;
const text = (words: string) => ({ type: 'text' as const, text: words });

export function registerResources(server: McpServer): void {
  const textual = { description: 'A text', mimeType: 'text/plain' };
  server.registerResource('static-text', 'test://static-text', textual, ({ href }) => ({
    contents: [
      { uri: href, mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
    ],
  }));
  server.registerResource('watched', 'test://watched-resource', textual, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'text/plain', text: 'Watched.' }],
  }));
  const binary = { description: 'A picture', mimeType: 'image/png' };
  server.registerResource('static-binary', 'test://static-binary', binary, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: png }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  const data = { description: 'By its id', mimeType: 'application/json' };
  server.registerResource('template', template, data, ({ href }, { id }) => {
    const words = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` });
    return { contents: [{ uri: href, mimeType: 'application/json', text: words }] };
  });
}

export function registerPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'A sentence' }, () => ({
    messages: [{ role: user, content: text('This is a simple prompt for testing.') }],
  }));
  const two = z.object({ arg1: z.string(), arg2: z.string() });
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Two arguments', argsSchema: two },
    ({ arg1, arg2 }) => ({
      messages: [{ role: user, content: text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`) }],
    }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'A resource in a message', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => {
      const resource = { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' };
      return {
        messages: [
          { role: user, content: { type: 'resource', resource } },
          { role: user, content: text('Please process the embedded resource above.') },
        ],
      };
    },
  );
  server.registerPrompt('test_prompt_with_image', { description: 'A picture in a message' }, () => ({
    messages: [
      { role: user, content: { type: 'image', data: png, mimeType: 'image/png' } },
      { role: user, content: text('Please analyze the image above.') },
    ],
  }));
}
