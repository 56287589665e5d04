import type { JsonObject, RpcAnswer } from '@patchbay/contracts';
import { codes, ok, refuse } from './wire.ts';

// The resources and prompts of every fixture.

/** One red pixel. */
export const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const contents: readonly JsonObject[] = [
  { uri: 'fixture://text', mimeType: 'text/plain', text: 'A text of the fixture.' },
  { uri: 'fixture://blob', mimeType: 'image/png', blob: png },
];

export const resources: readonly JsonObject[] = [
  { uri: 'fixture://text', name: 'text', description: 'A resource of text', mimeType: 'text/plain' },
  { uri: 'fixture://blob', name: 'blob', description: 'A resource of bytes', mimeType: 'image/png' },
];

export const resourceTemplates: readonly JsonObject[] = [
  { uriTemplate: 'fixture://items/{id}', name: 'item', description: 'One item', mimeType: 'text/plain' },
  { uriTemplate: 'fixture://pages/{page}', name: 'page', mimeType: 'text/plain' },
];

export const prompts: readonly JsonObject[] = [
  { name: 'plain', description: 'A prompt without arguments' },
  {
    name: 'greet',
    description: 'Greets somebody',
    arguments: [{ name: 'name', description: 'Whom', required: true }, { name: 'tone' }],
  },
];

/** `missing` is the code for an unknown one, which the eras do not share. */
export function readResource(uri: unknown, missing: number): RpcAnswer {
  const known = contents.find((resource) => resource['uri'] === uri);
  if (known) return ok({ contents: [known] });
  const item = /^fixture:\/\/(items|pages)\/(.+)$/.exec(String(uri));
  if (!item) return refuse(missing, `Resource not found: ${String(uri)}`, { uri: String(uri) });
  return ok({ contents: [{ uri: String(uri), mimeType: 'text/plain', text: `${item[1]} ${item[2]}` }] });
}

export function getPrompt(name: unknown, given: JsonObject): RpcAnswer {
  if (name === 'plain') return ok(promptResult('Say something.'));
  if (name !== 'greet') return refuse(codes.invalidParams, `Unknown prompt: ${String(name)}`);
  if (typeof given['name'] !== 'string') return refuse(codes.invalidParams, 'Missing argument: name');
  return ok(promptResult(`Greet ${given['name']}.`));
}

/** Whatever is completed begins with what is there. */
export function complete({ ref, argument }: JsonObject): RpcAnswer {
  const { value } = (argument ?? {}) as JsonObject; // clients that send another are not the fixture's matter
  return ok({
    completion: {
      values: [`${typeof value === 'string' ? value : ''}1`, JSON.stringify(ref)],
      hasMore: false,
    },
  });
}

function promptResult(text: string): JsonObject {
  return { description: 'A prompt', messages: [{ role: 'user', content: { type: 'text', text } }] };
}
