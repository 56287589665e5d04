import { type Json, type PinView, showLine, showProse } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { describeFlag } from '../describe-review.ts';
import { findTool, type FoundTool } from '../find-tool.ts';
import { bold, faint, warned } from '../output.ts';
import { quoteForShell, wrap } from '../show-text.ts';
import { describeType } from '../tool-arguments.ts';
import { argumentsOf, type ToolArgument } from '../tool-schema.ts';

export const command = defineCommand({
  args: [['<name>', 'server.tool, or the bare name where only one server has it']],
  examples: ['patchbay tools show time.get_current_time', 'patchbay tools show time.get_current_time --json'],
  input: z.object({ name: z.string() }),

  async run({ hub, out, err, json, columns }, { name }) {
    const tool = await findTool(hub(), name);
    if (json) return (out(JSON.stringify(tool.definition)), 0);
    const { tools } = await hub().serverPins({ params: { name: tool.server } });
    const pin = tools.find((one) => one.name === tool.name);
    out(describe(tool, columns));
    for (const line of oddities(pin)) err(warned(line));
    return 0;
  },
});

/** What a reader should know before a model reads it. */
function oddities(pin: PinView | undefined): string[] {
  if (!pin) return [];
  const held = pin.isHeld ? ['It is held back, and is neither shown nor called.'] : [];
  const changed = pin.state === 'changed' ? ['It is not as it was accepted.'] : [];
  const lines = [...changed, ...held, ...pin.flags.map(describeFlag)];
  return lines.length === 0 ? [] : ['', ...lines.map((line) => `! ${line}`)];
}

function describe(tool: FoundTool, columns: number): string {
  const { description } = tool.definition;
  const args = argumentsOf(tool.inputSchema);
  const about = typeof description === 'string' ? description.trim() : '';
  return [
    bold(showLine(tool.qualified)),
    ...(about === '' ? [] : wrap(showProse(about), columns)),
    '',
    faint('ARGUMENTS'),
    ...(args.length === 0
      ? ['  none']
      : args.flatMap((argument) => describeArgument(argument, args, columns))),
    '',
    faint('EXAMPLE'),
    `  ${exampleOf(tool, args)}`,
  ].join('\n');
}

/** Name and facts in a line, and what it means below, where it has all the room it needs. */
function describeArgument(argument: ToolArgument, all: readonly ToolArgument[], columns: number): string[] {
  const width = Math.min(Math.max(...all.map(({ name }) => name.length)), 24);
  const { name, isRequired, fallback, description } = argument;
  const facts = [
    describeType(argument),
    ...(isRequired ? ['required'] : []),
    ...(fallback === undefined ? [] : [`default ${JSON.stringify(fallback)}`]),
  ].join(', ');
  const indent = ' '.repeat(width + 4);
  const lines = wrap(showProse(description.trim()), Math.max(columns - indent.length, 20));
  return [
    `  ${bold(showLine(name).padEnd(width))}  ${showLine(facts)}`,
    ...(description.trim() === '' ? [] : lines.map((line) => `${indent}${line}`)),
  ];
}

/** With all that is required, or with the first argument there is. */
function exampleOf({ qualified }: FoundTool, args: readonly ToolArgument[]): string {
  const required = args.filter(({ isRequired }) => isRequired);
  const shown = required.length > 0 ? required : args.slice(0, 1);
  const words = shown.map((argument) => {
    const value = exampleValue(argument);
    return `${argument.name}=${typeof value === 'string' ? value : JSON.stringify(value)}`;
  });
  return ['patchbay tools call', ...[qualified, ...words].map((word) => quoteForShell(showLine(word)))].join(
    ' ',
  );
}

function exampleValue({ choices, fallback, example, types }: ToolArgument): Json {
  const [choice] = choices;
  return choice ?? example ?? fallback ?? samples[types[0] ?? ''] ?? '…';
}

const samples: Readonly<Record<string, Json>> = {
  number: 1,
  integer: 1,
  boolean: true,
  array: [],
  object: {},
};
