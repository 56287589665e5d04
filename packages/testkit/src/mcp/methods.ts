import type { JsonObject, RpcAnswer } from '@patchbay/contracts';
import { getPrompt, prompts, readResource, resources, resourceTemplates } from './offers.ts';
import { pageOf } from './pages.ts';
import { definitionOf, runTool, type ToolRun } from './tools.ts';
import { codes, isObject, metaOf, methodNotFound, notification, paramsOf, refuse } from './wire.ts';
import type { Ask, World } from './world.ts';

/** What both eras have; `missing` is the code for an unknown resource. */
export async function answerShared(world: World, ask: Ask, missing: number): Promise<RpcAnswer> {
  const { message } = ask;
  const { cursor, uri, name, arguments: given } = paramsOf(message);
  const args = isObject(given) ? given : {};
  const kind = message.method.split('/')[0];
  if (!world.declared.some((declared) => declared === kind)) return methodNotFound(message.method);
  const list = (key: string, items: readonly JsonObject[]): RpcAnswer =>
    pageOf({ key, items, size: world.options.pageSize, cursor });
  switch (message.method) {
    case 'tools/list':
      return list('tools', world.tools.map(definitionOf));
    case 'tools/call':
      return callTool(world, ask, name);
    case 'resources/list':
      return list('resources', resources);
    case 'resources/templates/list':
      return list('resourceTemplates', resourceTemplates);
    case 'resources/read':
      return readResource(uri, missing);
    case 'prompts/list':
      return list('prompts', prompts);
    case 'prompts/get':
      return getPrompt(name, args);
    default:
      return methodNotFound(message.method);
  }
}

async function callTool(world: World, ask: Ask, name: unknown): Promise<RpcAnswer> {
  const entry = world.tools.find((tool) => definitionOf(tool).name === name);
  if (!entry) return refuse(codes.invalidParams, `Unknown tool: ${String(name)}`);
  return runTool(entry, toolRun(world, ask));
}

function toolRun(world: World, { message, peer, signal }: Ask): ToolRun {
  const { arguments: given } = paramsOf(message);
  const { progressToken } = metaOf(message);
  return {
    args: isObject(given) ? given : {},
    progress(progress, total) {
      if (progressToken === undefined || signal.aborted) return;
      peer.notify(notification('notifications/progress', { progressToken, progress, total }));
    },
    wait: (ms) => world.waits.wait(ms, signal),
    count() {
      world.count += 1;
      world.journal.note({ what: 'effect', by: 1 });
      return world.count;
    },
  };
}
