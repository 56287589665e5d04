import { fail, isJsonObject, type ToolResult } from '@patchbay/contracts';
import type { ReadSchema } from '../schema/read-schema.ts';

/** The answer of another agent as a value. Its own failure becomes ours. */
export function readResult(result: ToolResult, tool: string, output: ReadSchema | undefined): unknown {
  if (result.isError === true) throw fail('DEPENDENCY_FAILED', { tool, reason: textOf(result) });
  const candidates = candidatesOf(result);
  if (!output) return candidates[0];
  let problems = 'nothing';
  for (const candidate of candidates) {
    const read = output.read(candidate);
    if ('value' in read) return read.value;
    problems = read.problems;
  }
  throw fail('MESH_ANSWER_INVALID', { tool, reason: problems });
}

export function textOf({ content }: ToolResult): string {
  return content.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n');
}

/**
 * The readings of an answer, likeliest first. SDKs differ: some send data beside the text, some data wrapped as
 * `{ result }`, some only text, which may be JSON.
 */
function candidatesOf(result: ToolResult): unknown[] {
  const { structuredContent: data, content } = result;
  const text = textOf(result);
  const wrapped = isJsonObject(data) && Object.keys(data).join() === 'result' ? [data['result']] : [];
  const isText = content.length > 0 && content.every(({ type }) => type === 'text');
  const readings = isText ? [...fromJson(text), text] : content.length > 0 ? [content, text] : [null];
  return [...wrapped, ...(data === undefined ? [] : [data]), ...readings];
}

function fromJson(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}
