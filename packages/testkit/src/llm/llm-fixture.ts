import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { modelScriptSchema, type ScriptedReply } from '@patchbay/contracts';
import type { z } from 'zod';
import { createLlmScript } from './llm-script.ts';
import { anthropic, type AnthropicRequest } from './wires/anthropic.ts';
import { google, type GoogleRequest } from './wires/google.ts';
import { openai, type ChatRequest } from './wires/openai.ts';
import type { Wire } from './wires/wire.ts';

interface Bodies {
  readonly openai: ChatRequest;
  readonly anthropic: AnthropicRequest;
  readonly google: GoogleRequest;
}
export type WireName = keyof Bodies;

const wires: { readonly [W in WireName]: Wire<Bodies[W]> } = { openai, anthropic, google };

/** A request that came, and the key that it brought. */
export interface SeenRequest<B = ChatRequest> {
  /** As it stood in the header that this provider has for it. */
  readonly authorization: string | undefined;
  readonly body: B;
}

export interface LlmFixture<B = ChatRequest> extends AsyncDisposable {
  /** What a client takes as its base URL. */
  readonly url: string;
  readonly seen: readonly SeenRequest<B>[];
  /** How many requests are being answered; those that were aborted are not. */
  readonly open: () => number;
  close(): Promise<void>;
}

export interface LlmFixtureOptions<W extends WireName> {
  /** Whose words are spoken: OpenAI's, if not said. */
  readonly wire?: W;
  /** How an answer breaks off `afterText`: the connection is lost, an error is told, or it ends as if all were said. */
  readonly breaking?: 'lost' | 'error' | 'end';
  /** Awaited before each answer, so that a test can say when it comes. */
  readonly before?: () => Promise<void>;
}

type Script = z.input<typeof modelScriptSchema>;

/**
 * A provider of models that speaks the words of OpenAI, Anthropic or Google over real HTTP, and says what a script says.
 * What the provider itself would refuse is refused. `fail` in a reply answers with that status, or breaks the answer off
 * after some text; status 429 says when to come again.
 */
export async function startLlmFixture<W extends WireName = 'openai'>(
  script: Script,
  { wire: name = 'openai' as W, breaking = 'lost', before = atOnce }: LlmFixtureOptions<W> = {},
): Promise<LlmFixture<Bodies[W]>> {
  const wire: Wire<Bodies[W]> = wires[name];
  const seen: SeenRequest<Bodies[W]>[] = [];
  const answer = createAnswer({ wire, breaking, before, seen, script });
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    response.on('close', () => (open -= 1));
    void answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const url = `http://127.0.0.1:${String(port)}${wire.root}`;
  return { url, seen, open: () => open, close, [Symbol.asyncDispose]: close };
}

const atOnce = (): Promise<void> => Promise.resolve();

interface Speaking<B> {
  readonly wire: Wire<B>;
  readonly breaking: NonNullable<LlmFixtureOptions<WireName>['breaking']>;
  readonly before: () => Promise<void>;
  readonly seen: SeenRequest<B>[];
  readonly script: Script;
}

function createAnswer<B>(speaking: Speaking<B>) {
  const { wire, seen, script, before } = speaking;
  const find = createLlmScript(modelScriptSchema.parse(script));

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = '', method } = request;
    const refuse = (status: number, message: string): void => sendError(wire, response, { status, message });
    if (method !== 'POST' || !wire.isAt(url)) return refuse(404, `There is nothing at ${url}.`);
    const body = JSON.parse(await text(request)) as B; // whatever came, it is what this provider is sent
    const key = request.headers[wire.keyHeader];
    seen.push({ authorization: key?.toString(), body });
    const complaint = wire.complaint(body, request.headers);
    if (complaint !== undefined) return refuse(400, complaint);
    const { reply, isFailing } = find(wire.look(body));
    if (!reply) return refuse(400, 'The script has no reply for this.');
    await before();
    await pause(reply, response);
    if (isFailing) return failAs(speaking, { reply, body }, response);
    const whole = wire.whole(reply, body);
    if (whole) return sendJson(response, 200, whole);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of wire.events(reply, body)) response.write(event);
    response.end();
  };
}

async function pause({ pause: steps }: ScriptedReply, response: ServerResponse): Promise<void> {
  if (steps === 'forever') await once(response, 'close');
  for (let step = 0; step < Number(steps); step += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}

function failAs<B>(
  { wire, breaking }: Pick<Speaking<B>, 'wire' | 'breaking'>,
  { reply, body }: { readonly reply: ScriptedReply; readonly body: B },
  response: ServerResponse,
): void {
  const { status = 500, message = '', afterText } = reply.fail ?? {};
  if (afterText === undefined) return sendError(wire, response, { status, message });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of wire.beginning(afterText, body)) response.write(event);
  if (breaking === 'error') response.write(wire.errorEvent(status, message));
  response.write('\n', () => (breaking === 'lost' ? response.destroy() : response.end()));
}

function sendError<B>(
  wire: Wire<B>,
  response: ServerResponse,
  { status, message }: { readonly status: number; readonly message: string },
): void {
  if (status === 429 && wire.hasRetryHeader) response.setHeader('retry-after', '2');
  sendJson(response, status, wire.error(status, message));
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
