import { isJsonObject, type Json, type RpcAnswer } from '@patchbay/contracts';
import { readHeaderMarks } from '@patchbay/core';
import type { Opening } from '../opening.ts';

/**
 * A list without the tools whose arguments are marked for headers in a way that the specification forbids: a client
 * that speaks HTTP must leave them out, and must not leave out the others with them.
 */
export function withoutUnusable(
  answer: RpcAnswer,
  { server, log }: Pick<Opening, 'server' | 'log'>,
): RpcAnswer {
  const tools = answer.result?.['tools'];
  if (!Array.isArray(tools)) return answer;
  const usable = tools.filter((tool: Json) => {
    const schema = isJsonObject(tool) ? tool['inputSchema'] : undefined;
    const fault = isJsonObject(schema) ? readHeaderMarks(schema).fault : undefined;
    if (fault === undefined) return true;
    const name = isJsonObject(tool) ? tool['name'] : undefined;
    log.warn('tool.left-out', { server: server.name, tool: name, reason: fault });
    return false;
  });
  return usable.length === tools.length ? answer : { result: { ...answer.result, tools: usable } };
}
