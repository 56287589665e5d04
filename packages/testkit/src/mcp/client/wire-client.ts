import type { JsonObject } from '@patchbay/contracts';
import { initialize } from '../raw-peer.ts';
import {
  capabilitiesKey,
  isObject,
  metaOf,
  modernVersion,
  paramsOf,
  versionKey,
  type Message,
  type Version,
} from '../wire.ts';
import { openHttp } from './http.ts';
import { createLedger, type Ears } from './ledger.ts';
import { openSse } from './sse.ts';
import { openStdio } from './stdio.ts';

export type ClientTransport = 'http' | 'sse' | 'stdio';

export interface WireClientOptions extends Ears {
  readonly version: Version;
  readonly transport: ClientTransport;
  /** Of the hub, without a path. */
  readonly url: string;
  readonly key: string;
  /** Where it speaks over HTTP; `/mcp` unless told otherwise. */
  readonly path?: string;
  readonly capabilities?: JsonObject;
  /** What stands between a client over stdio and the hub. */
  readonly program?: readonly string[];
}

/** One request on its way. */
interface Asking {
  readonly id: number;
  /** The whole message; undefined when it was given up. */
  readonly answer: Promise<JsonObject | undefined>;
  /** As this era and transport do it. */
  readonly cancel: () => void;
}

/** An MCP client that keeps to the wire: it checks nothing and repairs nothing, so that tests see what was sent. */
export interface WireClient extends AsyncDisposable {
  readonly version: Version;
  readonly transport: ClientTransport;
  readonly ask: (method: string, params?: JsonObject) => Asking;
  readonly tell: (method: string, params?: JsonObject) => void;
}

/** How messages get to the hub and come back. */
export interface Carrier {
  readonly send: (message: JsonObject) => void;
  /** Ends the stream of a request, where that is how it is cancelled. */
  readonly abort?: ((id: number) => void) | undefined;
  readonly close: () => Promise<void>;
}

/** Connected, and greeted if it is of the legacy era. */
export async function openWireClient(options: WireClientOptions): Promise<WireClient> {
  const { version, transport, capabilities = {} } = options;
  const isModern = version === modernVersion;
  const ledger = createLedger(options, (message) => carrier.send(message));
  const open = { http: openHttp, sse: openSse, stdio: openStdio }[transport];
  const carrier: Carrier = await open(options, ledger);
  const tell = (method: string, params: JsonObject = {}): void =>
    carrier.send({ jsonrpc: '2.0', method, params });

  function ask(method: string, params: JsonObject = {}): Asking {
    const { id, answer } = ledger.open();
    const message = { jsonrpc: '2.0', id, method, params };
    carrier.send(isModern ? enveloped(message, version, capabilities) : message);
    return {
      id,
      answer,
      cancel() {
        if (carrier.abort) carrier.abort(id);
        else tell('notifications/cancelled', { requestId: id });
        ledger.giveUp(id);
      },
    };
  }
  if (!isModern) {
    const { params } = initialize(version);
    await ask('initialize', { ...(params as JsonObject), capabilities }).answer; // made by `initialize`
    tell('notifications/initialized');
  }
  return {
    version,
    transport,
    ask,
    tell,
    async [Symbol.asyncDispose]() {
      ledger.endAll();
      await carrier.close();
    },
  };
}

/** What every modern request says of its client. */
function enveloped(message: JsonObject, version: Version, capabilities: JsonObject): JsonObject {
  const _meta = { [versionKey]: version, [capabilitiesKey]: capabilities, ...metaOf(message) };
  return { ...message, params: { ...paramsOf(message), _meta } };
}

/** Asks, and answers what is asked back, as often as a modern server wants it. */
export async function converse(
  client: WireClient,
  { method, params }: { readonly method: string; readonly params: JsonObject },
  onAsked: NonNullable<Ears['onAsked']>,
): Promise<JsonObject | undefined> {
  let more: JsonObject = {};
  for (;;) {
    const answer = await client.ask(method, { ...params, ...more }).answer;
    const result = isObject(answer?.['result']) ? answer['result'] : {};
    if (result['resultType'] !== 'input_required') return answer;
    const { inputRequests = {}, requestState } = result;
    const answers = Object.entries(inputRequests as JsonObject).map(([key, request]) => {
      const asked = request as Message; // each is a request
      return [key, onAsked(asked.method, paramsOf(asked))] as const;
    });
    more = {
      inputResponses: Object.fromEntries(answers),
      ...(requestState !== undefined && { requestState }),
    };
  }
}
