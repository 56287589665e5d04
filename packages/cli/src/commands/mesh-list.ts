import { type MeshAgentView, showLine } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand, type Context } from '../command.ts';
import { dependenciesOf, paintAgentStatus, paintRuntime, runtimeOf } from '../describe-mesh-agent.ts';
import { formatRelative, formatTable, type Column } from '../output.ts';
import { drawOrWatch, watchFlag } from '../watch.ts';

export const command = defineCommand({
  flags: [['--all', 'also those that were given up'], watchFlag],
  examples: ['patchbay mesh list', 'patchbay mesh list --watch', 'patchbay mesh list --all --json'],
  input: z.object({ all: z.boolean().default(false), watch: z.boolean().default(false) }),

  run: (context, { all, watch }) =>
    drawOrWatch(context, watch, { events: ['server.', 'catalog.'], draw: (own) => draw(own, all) }),
});

async function draw({ hub, out, err, json, columns }: Context, all: boolean): Promise<number> {
  const answer = await hub().listMeshAgents();
  const agents = answer.agents.filter(({ status }) => all || status !== 'unhealthy');
  if (json) return (out(JSON.stringify(agents)), 0);
  if (agents.length === 0) return (err(empty), 0);
  out(formatTable(agents, tableColumns(Date.now()), columns));
  return 0;
}

const empty = `No agent is registered. Write one and start it:
  patchbay mesh scaffold <name>`;

function tableColumns(now: number): Column<MeshAgentView>[] {
  return [
    { title: 'agent', value: ({ id }) => showLine(id), shrinks: true },
    { title: 'runtime', value: runtimeOf, paint: paintRuntime },
    { title: 'status', value: ({ status }) => status, paint: paintAgentStatus },
    { title: 'deps', value: dependenciesOf },
    {
      title: 'provides',
      value: ({ capabilities }) => showLine(capabilities.map(({ name }) => name).join(', ')),
      shrinks: true,
    },
    { title: 'endpoint', value: ({ endpoint }) => showLine(endpoint), shrinks: true },
    { title: 'seen', value: ({ last_seen: seen }) => formatRelative(seen, now) },
  ];
}
