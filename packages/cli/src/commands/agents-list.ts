import { type AgentView, showLine } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { describeServers } from '../describe-agent.ts';
import { faint, formatTable, type Column } from '../output.ts';

export const command = defineCommand({
  examples: ['patchbay agents list', 'patchbay agents list --json'],
  input: z.object({}),

  async run({ hub, out, err, json, columns }) {
    const agents = await hub().listAgents();
    if (json) return (out(JSON.stringify(agents)), 0);
    if (agents.length === 0) {
      err('There is no agent yet.');
      err('Add one: `patchbay agents add helper --model <name>`; `patchbay models list` shows the models.');
      return 0;
    }
    out(formatTable(agents, tableColumns, columns));
    return 0;
  },
});

const tableColumns: Column<AgentView>[] = [
  { title: 'name', value: ({ name }) => name },
  { title: 'model', value: ({ model }) => showLine(model), shrinks: true },
  { title: 'servers', value: describeServers, shrinks: true },
  { title: 'dialect', value: ({ dialect }) => dialect },
  { title: 'approval', value: ({ approval }) => approval },
  { title: 'isolated', value: ({ isolated }) => (isolated ? 'yes' : 'no') },
  { title: 'from', value: ({ source }) => (source === 'config' ? 'file' : 'api'), paint: faint },
];
