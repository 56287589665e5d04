import { isJsonObject, type JsonObject } from '@patchbay/contracts';
import type { InputAnswers, InputRequests } from '@patchbay/core';
import { askModern, openSession, readEvents, rpc, type Ask } from './ask.ts';
import { modernMeta, type OpenCall, type World } from './world.ts';

export const everything = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

export const form = (message: string): InputRequests[string] => ({
  method: 'elicitation/create',
  params: { message, requestedSchema: { type: 'object', properties: {} } },
});

export const accepted = (name: string): JsonObject => ({ action: 'accept', content: { name } });

interface Params extends JsonObject {
  readonly inputResponses?: JsonObject;
  readonly requestState?: string;
}

/** A request of a modern client that can be asked anything, for the tool `slow`. */
export function callModern(
  world: World,
  params: Params = {},
  {
    capabilities = everything,
    meta = {},
    ...more
  }: Ask & { capabilities?: JsonObject; meta?: JsonObject } = {},
): Promise<Response> {
  return askModern(world, 'tools/call', {
    params: { name: 'demo__slow', arguments: { a: 1 }, ...params },
    meta: modernMeta({ [capabilitiesKey]: capabilities, ...meta }),
    ...more,
  });
}

export interface Answered extends JsonObject {
  readonly result?: JsonObject;
  readonly error?: JsonObject;
}

export async function bodyOf(response: Promise<Response> | Response): Promise<Answered> {
  return (await (await response).json()) as Answered;
}

/** What the client is asked, and what it comes again with. */
export async function askedIn(response: Promise<Response>) {
  const { result = {} } = await bodyOf(response);
  const requests = isJsonObject(result['inputRequests']) ? result['inputRequests'] : {};
  return { result, requests, state: stateIn({ result }) };
}

/** What the client comes again with. */
export function stateIn(message: JsonObject | undefined): string {
  const result = message?.['result'];
  const state = isJsonObject(result) ? result['requestState'] : undefined;
  return typeof state === 'string' ? state : '';
}

/** The server asks the client of this call. */
export function askClient(
  call: OpenCall,
  requests: InputRequests,
  { limitMs = 600_000, ...more }: Partial<Parameters<NonNullable<OpenCall['interaction']>['ask']>[1]> = {},
): Promise<InputAnswers> {
  if (!call.interaction) throw new Error('its client cannot be asked');
  const asking = call.interaction.ask(requests, { limitMs, ...more });
  asking.catch(() => {}); // a test that cares awaits it
  return asking;
}

/** A call that was parked with one question. */
export async function parkedCall(world: World, key = 'root') {
  const first = callModern(world, {}, { key });
  const call = await world.calls.next();
  const answering = askClient(call, { name: form('Who?') });
  const { state } = await askedIn(first);
  return { call, answering, state };
}

/** A legacy session whose client can be asked anything, with a call of `slow` under way. */
export async function sessionCall(world: World, { key = 'root', headers = {} }: Ask = {}) {
  const session = await openSession(world, { key, capabilities: everything });
  const responding = session.send(rpc('tools/call', { name: 'demo__slow' }, 'call-1'), { headers });
  const call = await world.calls.next();
  return { session, responding, call };
}

/** The messages of a response that became a stream. */
export async function messagesOf(responding: Promise<Response>) {
  const response = await responding;
  return { type: response.headers.get('content-type'), ...readEvents(response) };
}
