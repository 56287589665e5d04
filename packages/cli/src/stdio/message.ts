import { isJsonObject, metaKeys, modernVersion, type JsonObject, type RpcId } from '@patchbay/contracts';

/** What the spawning client said, as far as its way to the hub depends on it. */
export type Message =
  | {
      readonly kind: 'request';
      readonly id: RpcId;
      readonly method: string;
      readonly params: JsonObject;
      readonly isModern: boolean;
      readonly text: string;
    }
  | { readonly kind: 'cancel'; readonly target: RpcId; readonly text: string }
  /** Notifications, answers and batches: the hub has nothing to say to them by their id. */
  | { readonly kind: 'other'; readonly text: string };

export type RequestMessage = Extract<Message, { kind: 'request' }>;

/** Undefined for what is no JSON. What is no JSON-RPC is for the hub to refuse. */
export function readMessage(text: string): Message | undefined {
  const value = parse(text);
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) return { kind: 'other', text };
  const { id, method } = value;
  const params = isJsonObject(value['params']) ? value['params'] : {};
  if (typeof method === 'string' && isId(id))
    return { kind: 'request', id, method, params, isModern: isModern(params), text };
  const target = params['requestId'];
  return method === 'notifications/cancelled' && isId(target)
    ? { kind: 'cancel', target, text }
    : { kind: 'other', text };
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isId(value: unknown): value is RpcId {
  return typeof value === 'string' || typeof value === 'number';
}

function isModern({ _meta }: JsonObject): boolean {
  return isJsonObject(_meta) && typeof _meta[metaKeys.protocolVersion] === 'string';
}

/** What the header Mcp-Name repeats, for the methods that have it. */
const nameSources: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

/** Over HTTP a modern request repeats in its headers what a proxy may want to know. */
export function modernHeaders({ method, params }: RequestMessage): Record<string, string> {
  const meta = isJsonObject(params['_meta']) ? params['_meta'] : {};
  const version = meta[metaKeys.protocolVersion];
  const name = params[nameSources.get(method) ?? ''];
  return {
    'MCP-Protocol-Version': asHeader(typeof version === 'string' ? version : modernVersion),
    'Mcp-Method': asHeader(method),
    ...(typeof name === 'string' && { 'Mcp-Name': asHeader(name) }),
  };
}

/** As it is where a header can carry it, and in base64 otherwise. */
function asHeader(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?');
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
