import type { Credentials, JsonObject } from '@patchbay/contracts';
import { headerTextOf, type HeaderArgument, type TraceContext } from '@patchbay/core';

/** Names and values in turn, as undici takes them without a copy. */
export type HeaderList = readonly string[];

/** Of a POST that carries a message. */
export const jsonRpcHeaders: HeaderList = [
  'accept',
  'application/json, text/event-stream',
  'content-type',
  'application/json',
];
/** Of a GET that opens a stream of events. */
export const eventStreamHeaders: HeaderList = ['accept', 'text/event-stream'];

/** What the protocol says with headers, which an owner's headers must not say differently. */
const reserved =
  /^(?:accept|accept-encoding|connection|content-type|content-length|transfer-encoding|last-event-id|traceparent|tracestate|mcp-(?:session-id|protocol-version|method|name|param-.+))$/i;

export function toCredentialHeaders({ headers, bearerToken }: Credentials): string[] {
  const given = Object.entries(headers).filter(([name]) => !reserved.test(name));
  const list = given.flatMap(([name, value]) => [name.toLowerCase(), value.reveal()]);
  if (bearerToken !== null && !list.includes('authorization'))
    list.push('authorization', `Bearer ${bearerToken.reveal()}`);
  return list;
}

/** The field of the params that `Mcp-Name` repeats, so that what lies between can route without reading bodies. */
const namedBy: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

/** What a modern request says in its headers about its body. */
export function toMethodHeaders(method: string, params: JsonObject | undefined): string[] {
  const field = namedBy.get(method);
  const name = field === undefined ? undefined : params?.[field];
  if (typeof name !== 'string') return ['mcp-method', method];
  return ['mcp-method', method, 'mcp-name', encodeHeaderValue(name)];
}

/** What a modern call says in its headers about those of its arguments that its tool has marked. */
export function toArgumentHeaders(
  marked: readonly HeaderArgument[],
  params: JsonObject | undefined,
): readonly string[] {
  return marked.flatMap((argument) => {
    const text = headerTextOf(params?.['arguments'], argument);
    return text === undefined ? [] : [`mcp-param-${argument.header.toLowerCase()}`, encodeHeaderValue(text)];
  });
}

/** For what lies between; the server itself finds the same in `_meta`. */
export function toTraceHeaders(trace: TraceContext): string[] {
  return Object.entries(trace).flat();
}

/** Text that a header cannot carry as it is, or that looks as if it were encoded already, is sent in base64. */
export function encodeHeaderValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/.test(text);
  const looksEncoded = text.startsWith('=?base64?') && text.endsWith('?=');
  return isPlain && !looksEncoded ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}
