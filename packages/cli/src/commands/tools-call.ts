import { type JsonObject, showProse } from '@patchbay/contracts';
import { z } from 'zod';
import { awaitApproval } from '../await-approval.ts';
import { defineCommand, type Context } from '../command.ts';
import { findTool } from '../find-tool.ts';
import { bad } from '../output.ts';
import { rawText, renderResult, type ShownResult } from '../render-result.ts';
import { parseArguments } from '../tool-arguments.ts';

export const command = defineCommand({
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
    const { hub, out, json, readInput } = context;
    const tool = await findTool(hub(), name);
    const words = typed.length === 1 && typed[0] === '-' ? [await readInput()] : typed;
    const args = parseArguments(words, tool.inputSchema);
    const ended = await hub().executeTool({
      headers: { Prefer: 'respond-async' },
      body: { serverId: tool.server, toolName: tool.name, arguments: { ...args } as z.core.util.JSONType },
    });
    const result = ended.approval ? await awaitApproval(context, ended.approval) : (ended as JsonObject);
    if (!result) return 1;
    const exitCode = result['isError'] === true ? 1 : 0;
    if (json) out(JSON.stringify(result));
    else show(context, result, raw);
    return exitCode;
  },
});

function show({ out, err, isInteractive }: Context, result: JsonObject, raw: boolean): void {
  const answer: ShownResult = {
    content: result['content'] as JsonObject[], // it came as JSON
    structuredContent: result['structuredContent'],
  };
  const text = raw ? rawText(answer) : renderResult(answer);
  // A tool must not be able to tell the terminal what to do; a program gets what the tool said.
  out(isInteractive && !raw ? showProse(text) : text);
  if (result['isError'] === true) err(bad('The tool says that it failed.'));
}
