import { showLine, type MeshToken } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { bad, formatRelative, formatTable, type Column } from '../output.ts';

export const command = defineCommand({
  examples: [
    'patchbay mesh tokens',
    'patchbay keys create weather-agents --mesh --max-agents 20 --expires 30d',
    'patchbay keys revoke <id>',
  ],
  input: z.object({}),

  async run({ hub, out, err, json, columns }) {
    const tokens = await hub().listMeshTokens();
    if (json) return (out(JSON.stringify(tokens)), 0);
    if (tokens.length === 0) return (err(none), 0);
    out(formatTable(tokens, tableColumns(Date.now()), columns));
    return 0;
  },
});

const none = `No key may register agents. Make one:
  patchbay keys create <name> --mesh --max-agents 20`;

function tableColumns(now: number): Column<MeshToken>[] {
  return [
    { title: 'id', value: ({ id }) => id },
    { title: 'name', value: ({ name }) => name, shrinks: true },
    {
      title: 'agents',
      value: ({ agents, maxAgents }) => `${String(agents)} of ${maxAgents.toLocaleString('en')}`,
      paint: (text, { agents, maxAgents }) => (agents >= maxAgents ? bad(text) : text),
    },
    { title: 'names', value: ({ names }) => showLine(names.join(', ')), shrinks: true },
    { title: 'expires', value: ({ expiresAt }) => (expiresAt ? formatRelative(expiresAt, now) : 'never') },
  ];
}
