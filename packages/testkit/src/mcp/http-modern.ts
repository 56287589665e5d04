import type { JsonObject } from '@patchbay/contracts';
import type { Exchange, Inside } from './http-exchange.ts';
import { createHttpReply, sendJson, type AnswerKind } from './http-reply.ts';
import { answerWith } from './misbehave.ts';
import { checkEnvelope } from './modern.ts';
import { codes, idOf, isMessage, metaOf, paramsOf, refuse, reply, versionKey } from './wire.ts';

/** One POST of the modern era: no session, headers that repeat the body, and a hang-up that cancels. */
export async function postModern(inside: Inside, exchange: Exchange, kind: AnswerKind): Promise<void> {
  const { response, fault, headers } = exchange;
  const message = exchange.body as JsonObject; // checked by postedMessage
  const id = idOf(message);
  if (id === undefined) return void response.writeHead(202).end();
  const refusal =
    (isMessage(message) ? checkEnvelope(message, inside.fixture.versions) : undefined) ??
    headerMismatch(message, headers);
  if (refusal) return sendJson(response, statusOf(refusal.error?.code), reply(id, refusal));
  const hungUp = new AbortController();
  response.on('close', () => hungUp.abort());
  const http = createHttpReply(exchange, message['method'] === 'subscriptions/listen' ? 'sse' : kind);
  const session = inside.fixture.open();
  await answerWith({
    fault,
    wire: http,
    wait: (ms) => inside.fixture.wait(ms, hungUp.signal),
    async run() {
      const peer = { session, notify: http.notify, signal: hungUp.signal };
      const answer = await inside.fixture.handle(message, peer);
      const error = answer?.['error'] as { code?: number } | undefined; // our own answers
      if (error?.code === codes.methodNotFound) http.setStatus(404);
      if (error?.code === codes.missingCapability) http.setStatus(400);
      return answer;
    },
  });
  inside.fixture.close(session);
}

const statusOf = (code: number | undefined): number => (code === codes.methodNotFound ? 404 : 400);

function headerMismatch(message: JsonObject, headers: Readonly<Record<string, string>>) {
  const { name, uri } = paramsOf(message);
  const method = isMessage(message) ? message.method : '';
  const named: Readonly<Record<string, unknown>> = {
    'tools/call': name,
    'prompts/get': name,
    'resources/read': uri,
  };
  const wanted = {
    'mcp-protocol-version': metaOf(message)[versionKey],
    'mcp-method': method,
    'mcp-name': Object.hasOwn(named, method) ? named[method] : undefined,
  };
  const wrong = Object.entries(wanted).find(
    ([header, value]) => value !== undefined && decoded(headers[header]) !== value,
  );
  return wrong && refuse(codes.headerMismatch, `The header ${wrong[0]} does not say what the body says`);
}

function decoded(header: string | undefined): string | undefined {
  const base64 = /^=\?base64\?(.*)\?=$/.exec(header ?? '')?.[1];
  return base64 === undefined ? header : Buffer.from(base64, 'base64').toString();
}
