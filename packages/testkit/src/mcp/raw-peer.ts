import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { JsonObject } from '@patchbay/contracts';
import { capabilitiesKey, versionKey, type Version } from './wire.ts';

// Clients without manners or memory, for what the SDK's client hides.

const accept = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

export const ask = (method: string, params: JsonObject = {}, id: string | number = 1): JsonObject => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

export const call = (name: string, args: JsonObject = {}): JsonObject =>
  ask('tools/call', { name, arguments: args });

export const initialize = (version: string): JsonObject =>
  ask('initialize', {
    protocolVersion: version,
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  });

export const initialized: JsonObject = { jsonrpc: '2.0', method: 'notifications/initialized' };

/** The same request with what the modern era wants in every one. */
export function enveloped(message: JsonObject, version = '2026-07-28'): JsonObject {
  const params = message['params'] as JsonObject | undefined; // made by `ask`
  const meta = params?.['_meta'] as JsonObject | undefined;
  const _meta = { [versionKey]: version, [capabilitiesKey]: {}, ...meta };
  return { ...message, params: { ...params, _meta } };
}

export interface RawHttp {
  readonly send: (body: JsonObject | string, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  readonly headers: Readonly<Record<string, string>>;
}

export function rawHttp(url: string, standing: Readonly<Record<string, string>> = {}): RawHttp {
  const headers = { ...accept, ...standing };
  return {
    headers,
    send: (body, more = {}) =>
      fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: { ...headers, ...more },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  };
}

/** Shakes hands, and sends the session with everything from then on. */
export async function legacyHttp(url: string, version: Version = '2025-11-25'): Promise<RawHttp> {
  const first = await rawHttp(url).send(initialize(version));
  const peer = rawHttp(url, { 'mcp-session-id': first.headers.get('mcp-session-id') ?? '' });
  await peer.send(initialized);
  return peer;
}

/** Sends the envelope and the headers that repeat it. */
export function modernHttp(url: string): RawHttp {
  const peer = rawHttp(url, { 'mcp-protocol-version': '2026-07-28' });
  return {
    ...peer,
    send(body, more = {}) {
      const message = enveloped(body as JsonObject); // a test of text uses rawHttp
      const { name, uri } = message['params'] as { name?: string; uri?: string };
      const named = name ?? uri;
      const repeated = {
        'mcp-method': message['method'] as string,
        ...(named !== undefined && { 'mcp-name': named }),
      };
      return peer.send(message, { ...repeated, ...more });
    },
  };
}

export interface RawStdio extends AsyncDisposable {
  readonly say: (message: JsonObject) => void;
  /** The next line on stdout; nothing after the last. */
  readonly line: () => Promise<string | undefined>;
  readonly next: () => Promise<JsonObject>;
  readonly stderr: () => Promise<string>;
  readonly hangUp: () => void;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly exited: Promise<number | null>;
}

interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export function rawStdio({ command, args, env }: Program): RawStdio {
  const child = spawn(command, args, { env, stdio: 'pipe' });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exited = once(child, 'exit').then(([code]) => code as number | null); // as Node documents it
  const errors = child.stderr.setEncoding('utf8').toArray();
  child.stdin.on('error', () => {}); // it may be gone, which is what the test is about
  const line = async (): Promise<string | undefined> => {
    const { done, value } = await lines.next();
    return done === true ? undefined : value;
  };
  return {
    say: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    line,
    next: async () => JSON.parse((await line()) ?? 'null') as JsonObject, // a test that expects less uses line
    stderr: async () => (await errors).join(''),
    hangUp: () => void child.stdin.end(),
    kill: (signal) => void child.kill(signal),
    exited,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
