import { setTimeout as pause } from 'node:timers/promises';
import { isJsonObject, type JsonObject } from '@patchbay/contracts';
import { converse } from '@patchbay/testkit/mcp';
import type { ColumnName } from './expected.ts';
import { answerQuestion, type MatrixClient, type MatrixServer } from './peers.ts';

/** One client at one server. */
export interface Cell {
  readonly client: MatrixClient;
  readonly server: MatrixServer;
}

/** What came of it, in a word or, if that is not the usual one, in words. */
type Column = (cell: Cell) => Promise<string>;

/** What every client should be able to do at every server. */
export const columns: Readonly<Record<ColumnName, Column>> = {
  list: async ({ client, server }) => {
    const { tools } = await resultOf(client, 'tools/list');
    const names = (tools as { name: string }[]).map(({ name }) => name); // of the hub's own making
    return names.includes(`${server.name}__echo`) ? 'works' : `there are ${names.join(', ')}`;
  },
  call: async ({ client, server }) => {
    const words = `for ${server.name}`;
    const result = await callTool({ client, server }, 'echo', { message: words });
    return textOf(result) === words ? 'works' : JSON.stringify(result);
  },
  progress: async ({ client, server }) => {
    const progressToken = `steps at ${server.name}`;
    await resultOf(client, 'tools/call', {
      name: `${server.name}__progress`,
      arguments: { steps: 3 },
      _meta: { progressToken },
    });
    await until(() => progressOf(client, progressToken).length === 3);
    return progressOf(client, progressToken).join() === '1,2,3' ? 'works' : 'out of order';
  },
  cancel: async ({ client, server }) => {
    const progressToken = `wait at ${server.name}`;
    const before = server.fixture.cancelled.length;
    const asking = client.wire.ask('tools/call', {
      name: `${server.name}__slow`,
      arguments: { ms: 3_600_000 },
      _meta: { progressToken },
    });
    await until(() => progressOf(client, progressToken).length > 0);
    asking.cancel();
    await until(() => server.fixture.cancelled.length > before);
    return 'works';
  },
  error: async ({ client, server }) => {
    const result = await callTool({ client, server }, 'fail', { message: 'No.' });
    const thrown = await askFor(client, 'tools/call', {
      name: `${server.name}__throw`,
      arguments: { code: -32_602, message: 'Thrown.' },
    });
    const { code, message } = (thrown['error'] ?? {}) as JsonObject;
    const isTold = result['isError'] === true && textOf(result) === 'No.';
    return isTold && code === -32_602 && message === 'Thrown.' ? 'works' : JSON.stringify(thrown);
  },
  elicitation: (cell) =>
    asked(cell, {
      method: 'elicitation/create',
      params: {
        message: 'Who are you?',
        requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
      },
    }),
  sampling: (cell) =>
    asked(cell, {
      method: 'sampling/createMessage',
      params: { messages: [{ role: 'user', content: { type: 'text', text: 'Who?' } }], maxTokens: 10 },
    }),
  'resource read': async ({ client, server }) => {
    const { contents } = await resultOf(client, 'resources/read', { uri: server.uri });
    const [first] = contents as JsonObject[];
    return first?.['text'] === `items ${server.name}` ? 'works' : JSON.stringify(contents);
  },
  subscription: async ({ client, server }) => {
    const { uri } = server;
    const end = await subscribe(client, uri);
    while (!client.heard.some((message) => isUpdateOf(message, uri))) {
      server.fixture.emitUpdated(uri); // until it is known at the server, there is nobody to tell
      await pause(10);
    }
    await end();
    return 'works';
  },
};

/** A tool that asks its client before it answers. */
async function asked({ client, server }: Cell, question: JsonObject): Promise<string> {
  const params = { name: `${server.name}__asks`, arguments: { rounds: [{ question }] } };
  const answer = await converse(client.wire, { method: 'tools/call', params }, answerQuestion);
  const result = isJsonObject(answer?.['result']) ? answer['result'] : {};
  const words = JSON.stringify(answer);
  if (result['isError'] === true && words.includes('cannot be asked that')) return 'the call fails';
  if (words.includes('This client does not answer')) return 'the server is told';
  return words.includes('Ada') ? 'works' : words;
}

/** Each era has its own way; gives the way to end it. */
async function subscribe({ wire, version }: MatrixClient, uri: string): Promise<() => Promise<void>> {
  if (version === '2026-07-28') {
    const listening = wire.ask('subscriptions/listen', { notifications: { resourceSubscriptions: [uri] } });
    return async () => listening.cancel();
  }
  await wire.ask('resources/subscribe', { uri }).answer;
  return async () => void (await wire.ask('resources/unsubscribe', { uri }).answer);
}

function isUpdateOf({ method, params }: JsonObject, uri: string): boolean {
  return method === 'notifications/resources/updated' && isJsonObject(params) && params['uri'] === uri;
}

function progressOf({ heard }: MatrixClient, token: string): unknown[] {
  return heard.flatMap(({ method, params }) =>
    method === 'notifications/progress' && isJsonObject(params) && params['progressToken'] === token
      ? [params['progress']]
      : [],
  );
}

async function askFor({ wire }: MatrixClient, method: string, params: JsonObject = {}): Promise<JsonObject> {
  return (await wire.ask(method, params).answer) ?? {};
}

async function resultOf(client: MatrixClient, method: string, params?: JsonObject): Promise<JsonObject> {
  const answer = await askFor(client, method, params);
  if (!isJsonObject(answer['result'])) throw new Error(JSON.stringify(answer));
  return answer['result'];
}

function callTool({ client, server }: Cell, tool: string, args: JsonObject): Promise<JsonObject> {
  return resultOf(client, 'tools/call', { name: `${server.name}__${tool}`, arguments: args });
}

function textOf({ content }: JsonObject): unknown {
  return (content as JsonObject[])[0]?.['text'];
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(5);
}
