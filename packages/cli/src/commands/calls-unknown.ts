import { type RouteAnswer, type Routes, showLine } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { faint, formatRelative, formatTable, type Column } from '../output.ts';

export const command = defineCommand({
  examples: ['patchbay calls unknown', 'patchbay calls unknown --json'],
  input: z.object({}),

  async run({ hub, out, err, json, columns }) {
    const calls = await hub().listUnknownCalls();
    if (json) return (out(JSON.stringify(calls)), 0);
    if (calls.length === 0) return (err('There is none: of every call it is known what came of it.'), 0);
    out(formatTable(calls, tableColumns(Date.now()), columns));
    err(faint('They may have run. Look at the server, then `patchbay calls dismiss <id>`.'));
    return 0;
  },
});

type UnknownCall = RouteAnswer<Routes['listUnknownCalls']>[number];

const tableColumns = (now: number): Column<UnknownCall>[] => [
  { title: 'id', value: ({ id }) => id },
  { title: 'tool', value: ({ serverId, toolName }) => showLine(`${serverId}.${toolName}`), shrinks: true },
  { title: 'by', value: ({ principal }) => showLine(principal), shrinks: true },
  { title: 'when', value: ({ at }) => formatRelative(at, now) },
];
