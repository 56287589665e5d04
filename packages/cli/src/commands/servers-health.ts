import { type ServersHealth, showLine } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { paintStatus } from '../describe-server.ts';
import { bad, formatRelative, formatTable, good, type Column } from '../output.ts';

export const command = defineCommand({
  examples: ['patchbay servers health', 'patchbay servers health --json | jq .healthy'],
  input: z.object({}),

  async run({ hub, out, err, json, columns }) {
    const health = await hub().serversHealth();
    const exitCode = health.healthy ? 0 : 1;
    if (json) return (out(JSON.stringify(health)), exitCode);
    if (health.servers.length === 0) return (err('No server is registered.'), exitCode);
    out(formatTable(health.servers, tableColumns(Date.now()), columns));
    return exitCode;
  },
});

const tableColumns = (now: number): Column<ServersHealth['servers'][number]>[] => [
  { title: 'name', value: ({ serverId }) => serverId, shrinks: true },
  {
    title: 'answers',
    value: ({ healthy }) => (healthy ? 'yes' : 'no'),
    paint: (text, { healthy }) => (healthy ? good : bad)(text),
  },
  { title: 'status', value: ({ status }) => status, paint: (text, { status }) => paintStatus(status, text) },
  { title: 'looked', value: ({ lastCheck }) => formatRelative(lastCheck, now) },
  { title: 'error', value: ({ error }) => showLine(error ?? ''), shrinks: true },
];
