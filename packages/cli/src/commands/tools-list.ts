import { showLine } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand, type Context } from '../command.ts';
import { describeStatus } from '../describe-server.ts';
import { toFound, type FoundTool } from '../find-tool.ts';
import { bold, count, faint, formatTable } from '../output.ts';

export const command = defineCommand({
  flags: [
    ['--server <name>', 'only the tools of this server'],
    ['--search <text>', 'only tools that have all of these words in their name or description'],
  ],
  examples: [
    'patchbay tools list',
    'patchbay tools list --server time',
    'patchbay tools list --search "create issue"',
  ],
  input: z.object({ server: z.string().optional(), search: z.string().optional() }),

  async run(context, { server, search }) {
    const { hub, out, err, json, columns } = context;
    const { tools } = await hub().listTools({ query: { naming: 'qualified', server } });
    const found = tools.map(toFound).filter((tool) => hasWords(tool, search ?? ''));
    if (json) return (out(JSON.stringify(found.map(({ definition }) => definition))), 0);
    if (found.length === 0) {
      err(
        tools.length > 0
          ? `None of ${count(tools.length, 'tool')} has "${search ?? ''}".`
          : await whyEmpty(context, server),
      );
      return 0;
    }
    out(formatTable(found, tableColumns, columns));
    err(
      faint(
        `\n${count(found.length, 'tool')} of ${count(new Set(found.map((tool) => tool.server)).size, 'server')}.`,
      ),
    );
    return 0;
  },
});

const tableColumns = [
  { title: 'name', value: ({ qualified }: FoundTool) => showLine(qualified) },
  { title: 'description', value: (tool: FoundTool) => showLine(descriptionOf(tool)), shrinks: true as const },
];

function descriptionOf({ definition: { description } }: FoundTool): string {
  return typeof description === 'string' ? description : '';
}

function hasWords(tool: FoundTool, search: string): boolean {
  const text = `${tool.qualified} ${descriptionOf(tool)}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

async function whyEmpty({ hub }: Context, server: string | undefined): Promise<string> {
  if (server === undefined) return 'No tool is on offer. `patchbay doctor` says why.';
  const known = await hub().getServer({ params: { name: server } });
  return `${bold(known.name)} offers no tools now: it is ${describeStatus(known, Date.now())}`;
}
