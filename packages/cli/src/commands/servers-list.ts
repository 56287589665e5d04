import type { ServerView } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand, type Context } from '../command.ts';
import { paintStatus, reasonOf } from '../describe-server.ts';
import { formatRelative, formatTable, type Column } from '../output.ts';
import { drawOrWatch, watchFlag } from '../watch.ts';

export const command = defineCommand({
  flags: [watchFlag],
  examples: ['patchbay servers list', 'patchbay servers list --watch', 'patchbay servers list --json'],
  input: z.object({ watch: z.boolean().default(false) }),

  run: (context, { watch }) => drawOrWatch(context, watch, { events: ['server.', 'catalog.'], draw }),
});

async function draw({ hub, out, err, json, columns }: Context): Promise<number> {
  const servers = await hub().listServers();
  if (json) return (out(JSON.stringify(servers)), 0);
  if (servers.length === 0) return (err(empty), 0);
  out(formatTable(servers, tableColumns(Date.now()), columns));
  return 0;
}

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
