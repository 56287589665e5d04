import type { ServerView } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { paintStatus, reasonOf } from '../describe-server.ts';
import { formatRelative, formatTable, type Column } from '../output.ts';

export const command = defineCommand({
  examples: ['patchbay servers list', 'patchbay servers list --json'],
  input: z.object({}),

  async run({ hub, out, err, json, columns }) {
    const servers = await hub().listServers();
    if (json) return (out(JSON.stringify(servers)), 0);
    if (servers.length === 0) return (err(empty), 0);
    out(formatTable(servers, tableColumns(Date.now()), columns));
    return 0;
  },
});

const empty = `No server is registered. Add one:
  patchbay servers add <name> -- <command>
  patchbay servers add <name> --url <address>`;

function tableColumns(now: number): Column<ServerView>[] {
  return [
    { title: 'name', value: ({ name }) => name, shrinks: true },
    {
      title: 'status',
      value: ({ status }) => status,
      paint: (text, { status }) => paintStatus(status, text),
    },
    { title: 'tools', value: ({ toolCount }) => String(toolCount) },
    { title: 'transport', value: ({ transport }) => transport },
    {
      title: 'reason / since',
      value: (server) => reasonOf(server) ?? formatRelative(server.statusSince, now),
      shrinks: true,
    },
  ];
}
