import { type ProfileTool, showLine } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { count, faint, formatTable, type Column } from '../output.ts';

export const command = defineCommand({
  args: [['<name>', 'the name of the profile']],
  examples: ['patchbay profiles tools backend', 'patchbay profiles tools backend --json'],
  input: z.object({ name: z.string() }),

  async run({ hub, out, err, json, columns }, { name }) {
    const { tools } = await hub().profileTools({ params: { name } });
    if (json) return (out(JSON.stringify(tools)), 0);
    if (tools.length === 0) {
      err(`You have no tool in it. \`patchbay doctor --profile ${name}\` says more.`);
      return 0;
    }
    out(formatTable(tools, tableColumns, columns));
    const unlisted = tools.filter(({ listed }) => !listed).length;
    const more = unlisted === 0 ? '' : `; ${String(unlisted)} are found by search_tools only`;
    err(faint(`\n${count(tools.length, 'tool')}${more}.`));
    return 0;
  },
});

const tableColumns: Column<ProfileTool>[] = [
  { title: 'name', value: ({ name }) => name },
  { title: 'tool', value: ({ serverId, toolName }) => showLine(`${serverId}.${toolName}`) },
  { title: 'description', value: ({ description }) => showLine(description), shrinks: true },
];
