import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { modelScriptSchema, type ScriptedReply } from '@patchbay/contracts';
import type { z } from 'zod';
import { toChunks, toCompletion } from './chat-chunks.ts';
import { createLlmScript, type ChatRequest } from './llm-script.ts';

/** A request that came, and the key that it brought. */
export interface SeenRequest {
  readonly authorization: string | undefined;
  readonly body: ChatRequest;
}

export interface LlmFixture extends AsyncDisposable {
  /** What an OpenAI client takes as its base URL. */
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  /** How many requests are being answered; those that were aborted are not. */
  readonly open: () => number;
  close(): Promise<void>;
}

/**
 * A provider of models that speaks OpenAI's chat completions over real HTTP, streamed and not, and says what a script
 * says. `fail` in a reply answers with that status, or cuts the stream after some text; status 429 says when to come again.
 */
export async function startLlmFixture(script: z.input<typeof modelScriptSchema>): Promise<LlmFixture> {
  const seen: SeenRequest[] = [];
  const find = createLlmScript(modelScriptSchema.parse(script));
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    response.on('close', () => (open -= 1));
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || !request.url?.endsWith('/chat/completions'))
      return sendError(response, 404, { message: `There is nothing at ${request.url ?? ''}.` });
    const body = JSON.parse(await text(request)) as ChatRequest;
    seen.push({ authorization: request.headers.authorization, body });
    const { reply, isFailing } = find(body);
    if (!reply) return sendError(response, 400, { message: 'The script has no reply for this.' });
    await pause(reply, response);
    if (isFailing) return failAs(reply, body, response);
    if (body.stream !== true) return sendJson(response, 200, toCompletion(reply, body));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const chunk of toChunks(reply, body)) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    response.end('data: [DONE]\n\n');
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return {
    url: `http://127.0.0.1:${String(port)}/v1`,
    seen,
    open: () => open,
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function pause({ pause: steps }: ScriptedReply, response: ServerResponse): Promise<void> {
  if (steps === 'forever') await once(response, 'close');
  for (let step = 0; step < Number(steps); step += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}

function failAs({ fail }: ScriptedReply, body: ChatRequest, response: ServerResponse): void {
  if (!fail) return;
  const { status, message, afterText } = fail;
  if (afterText === undefined) return sendError(response, status, { message, type: 'scripted', code: null });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunk = {
    id: 'x',
    object: 'chat.completion.chunk',
    model: body.model,
    choices: [{ index: 0, delta: { content: afterText } }],
  };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`, () => response.destroy());
}

function sendError(response: ServerResponse, status: number, error: object): void {
  if (status === 429) response.setHeader('retry-after', '2');
  sendJson(response, status, { error });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
