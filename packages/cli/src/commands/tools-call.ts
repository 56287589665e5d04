import type { JsonObject } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { findTool } from '../find-tool.ts';
import { bad } from '../output.ts';
import { rawText, renderResult, type ShownResult } from '../render-result.ts';
import { showProse } from '../show-text.ts';
import { parseArguments } from '../tool-arguments.ts';

export const toolsCall = defineCommand({
  name: 'tools call',
  summary: 'Call a tool and show its answer.',
  args: [
    ['<name>', 'server.tool, or the bare name where only one server has it'],
    [
      '[arguments...]',
      'one JSON object, - to read it from stdin, or key=value; key:=json takes the value as JSON',
    ],
  ],
  flags: [['--raw', 'only the text of the answer, exactly as it came']],
  examples: [
    'patchbay tools call time.get_current_time timezone=Europe/London',
    `patchbay tools call time.get_current_time '{"timezone": "Europe/London"}'`,
    'patchbay tools call github.create_issue - < issue.json',
    `patchbay tools call github.create_issue title=Broken 'labels=["bug"]'`,
  ],
  input: z.object({
    name: z.string(),
    arguments: z.array(z.string()).default([]),
    raw: z.boolean().default(false),
  }),

  async run(context, { name, arguments: typed, raw }) {
    const { hub, out, err, json, isInteractive, readInput } = context;
    const tool = await findTool(hub(), name);
    const words = typed.length === 1 && typed[0] === '-' ? [await readInput()] : typed;
    const args = parseArguments(words, tool.inputSchema);
    const result = await hub().executeTool({
      body: { serverId: tool.server, toolName: tool.name, arguments: { ...args } as z.core.util.JSONType },
    });
    const exitCode = result.isError ? 1 : 0;
    if (json) return (out(JSON.stringify(result)), exitCode);
    const answer: ShownResult = {
      content: result.content as JsonObject[], // it came as JSON
      structuredContent: result['structuredContent'] as JsonObject | undefined,
    };
    const text = raw ? rawText(answer) : renderResult(answer);
    // A tool must not be able to tell the terminal what to do; a program gets what the tool said.
    out(isInteractive && !raw ? showProse(text) : text);
    if (result.isError) err(bad('The tool says that it failed.'));
    return exitCode;
  },
});
