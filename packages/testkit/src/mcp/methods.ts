import type { JsonObject, RpcAnswer } from '@patchbay/contracts';
import { askLegacy, askModern, NotYet, type AskClient } from './asking.ts';
import { isModern } from './modern.ts';
import { complete, getPrompt, readResource, resourceTemplates } from './offers.ts';
import { pageOf } from './pages.ts';
import { definitionOf, runTool, type ToolRun } from './tools.ts';
import {
  codes,
  isObject,
  logLevelKey,
  metaOf,
  methodNotFound,
  notification,
  ok,
  paramsOf,
  refuse,
  type Message,
} from './wire.ts';
import type { Ask, World } from './world.ts';

/** What both eras have; `missing` is the code for an unknown resource. */
export async function answerShared(world: World, ask: Ask, missing: number): Promise<RpcAnswer> {
  const { message } = ask;
  const { method } = message;
  const kind = method.split('/')[0];
  if (method === 'completion/complete' && !world.options.capabilities) return complete(paramsOf(message));
  if (!world.declared.some((declared) => declared === kind)) return methodNotFound(method);
  if (method === 'resources/subscribe' || method === 'resources/unsubscribe') return subscribe(ask);
  return answerList(world, message) ?? answerUse(world, ask, missing);
}

function answerList(world: World, message: Message): RpcAnswer | undefined {
  const { cursor } = paramsOf(message);
  const list = (key: string, items: readonly JsonObject[]): RpcAnswer =>
    pageOf({ key, items, size: world.options.pageSize, cursor });
  switch (message.method) {
    case 'tools/list':
      return list('tools', world.tools.map(definitionOf));
    case 'resources/list':
      return list('resources', world.resources);
    case 'resources/templates/list':
      return list('resourceTemplates', resourceTemplates);
    case 'prompts/list':
      return list('prompts', world.prompts);
    default:
      return undefined;
  }
}

async function answerUse(world: World, ask: Ask, missing: number): Promise<RpcAnswer> {
  const { uri, name, arguments: given } = paramsOf(ask.message);
  switch (ask.message.method) {
    case 'tools/call':
      return callTool(world, ask, name);
    case 'resources/read':
      return uri === askingUri ? askingResource(world, ask) : readResource(uri, missing);
    case 'prompts/get':
      return name === 'asks' ? askingPrompt(world, ask) : getPrompt(name, isObject(given) ? given : {});
    default:
      return methodNotFound(ask.message.method);
  }
}

/** Of the legacy era; a modern client listens. */
function subscribe({ message, peer: { session } }: Ask): RpcAnswer {
  const { uri } = paramsOf(message);
  if (typeof uri !== 'string') return refuse(codes.invalidParams, 'Missing: uri');
  if (session.version === undefined) return methodNotFound(message.method);
  if (message.method === 'resources/subscribe') session.watched.add(uri);
  else session.watched.delete(uri);
  return ok({});
}

async function callTool(world: World, ask: Ask, name: unknown): Promise<RpcAnswer> {
  const entry = world.tools.find((tool) => definitionOf(tool).name === name);
  if (!entry) return refuse(codes.invalidParams, `Unknown tool: ${String(name)}`);
  return untilKnown(() => runTool(entry, toolRun(world, ask)));
}

/** What cannot go on says so in its answer. */
async function untilKnown(run: () => Promise<RpcAnswer>): Promise<RpcAnswer> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof NotYet) return error.answer;
    throw error;
  }
}

const askingUri = 'fixture://asks';
const whatName = {
  name: {
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message: 'Your name?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
    },
  },
};

/** A resource that is about whoever reads it; a test lists it if it wants it. */
function askingResource(world: World, ask: Ask): Promise<RpcAnswer> {
  return untilKnown(async () => {
    const text = JSON.stringify(await askOf(world, ask)(whatName));
    return ok({ contents: [{ uri: askingUri, mimeType: 'text/plain', text }] });
  });
}

function askingPrompt(world: World, ask: Ask): Promise<RpcAnswer> {
  return untilKnown(async () => {
    const text = JSON.stringify(await askOf(world, ask)(whatName));
    return ok({ messages: [{ role: 'user', content: { type: 'text', text } }] });
  });
}

function askOf({ versions }: World, ask: Ask): AskClient {
  return isModern(versions, ask.message) ? askModern(ask) : askLegacy(ask);
}

function toolRun(world: World, ask: Ask): ToolRun {
  const { message, peer, signal } = ask;
  const { arguments: given } = paramsOf(message);
  const { progressToken } = metaOf(message);
  return {
    args: isObject(given) ? given : {},
    progress(progress, total, words) {
      if (progressToken === undefined || signal.aborted) return;
      const said = words === undefined ? {} : { message: words };
      peer.notify(notification('notifications/progress', { progressToken, progress, total, ...said }));
    },
    log(level, data) {
      const wanted = peer.session.version === undefined ? metaOf(message)[logLevelKey] : peer.session.level;
      if (wanted === undefined || signal.aborted) return;
      peer.notify(notification('notifications/message', { level, logger: 'fixture', data }));
    },
    ask: askOf(world, ask),
    push: (told) => peer.session.push(told),
    visit: (url) => world.visited.size < world.visited.add(url).size,
    wait: (ms) => world.waits.wait(ms, signal),
    count() {
      world.count += 1;
      world.journal.note({ what: 'effect', by: 1 });
      return world.count;
    },
  };
}
