import { type JsonObject, showLine, showProse } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { bad, faint } from '../output.ts';
import { renderResult } from '../render-result.ts';
import { parseArguments } from '../tool-arguments.ts';

export const command = defineCommand({
  args: [
    ['<capability>', 'what is asked for, or agent:function'],
    [
      '[arguments...]',
      'one JSON object, - to read it from stdin, or key=value; key:=json takes the value as JSON',
    ],
  ],
  flags: [
    ['--tags <list>', 'separated by commas: math,+fast,-deprecated', 'repeats'],
    ['--version <range>', 'such as >=1.2'],
  ],
  examples: [
    'patchbay mesh call forecast city=Berlin',
    `patchbay mesh call weather-3f2a:forecast '{"city": "Berlin"}'`,
  ],
  input: z.object({
    capability: z.string(),
    arguments: z.array(z.string()).default([]),
    tags: z.array(z.string()).default([]),
    version: z.string().default(''),
  }),

  async run(
    { hub, out, err, json, readInput, isInteractive },
    { capability, arguments: typed, tags, version },
  ) {
    const words = typed.length === 1 && typed[0] === '-' ? [await readInput()] : typed;
    const args = parseArguments(words, {});
    const answer = await hub().callMesh({ body: { capability, tags, version, arguments: { ...args } } });
    const { agent, function: name, result } = answer;
    const isError = result['isError'] === true;
    if (json) return (out(JSON.stringify(answer)), isError ? 1 : 0);
    if (isInteractive) err(faint(showLine(`${agent}:${name}`)));
    const text = renderResult({ content: contentOf(result), structuredContent: undefined });
    out(isInteractive ? showProse(text) : text);
    if (isError) err(bad('The tool says that it failed.'));
    return isError ? 1 : 0;
  },
});

function contentOf(result: Readonly<Record<string, unknown>>): JsonObject[] {
  return Array.isArray(result['content']) ? (result['content'] as JsonObject[]) : []; // it came as JSON
}
