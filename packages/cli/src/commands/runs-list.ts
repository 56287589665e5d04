import { integer, runStatuses, type ListedRunView, type RunStatus, showLine } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand, type Context } from '../command.ts';
import { bad, faint, formatRelative, formatTable, good, warned, type Column } from '../output.ts';
import { drawOrWatch, watchFlag } from '../watch.ts';

const input = z.object({
  agent: z.string().optional(),
  status: z.string().toUpperCase().pipe(z.enum(runStatuses)).optional(),
  conversation: z.string().optional(),
  limit: integer(1, 200).default(50),
  before: z.string().optional(),
  watch: z.boolean().default(false),
});
type Query = Omit<z.output<typeof input>, 'watch'>;

export const command = defineCommand({
  flags: [
    ['--agent <name>', 'only of this agent'],
    ['--status <status>', `only those that are ${runStatuses.join(', ')}`],
    ['--conversation <id>', 'only of this conversation'],
    ['--limit <count>', 'how many, up to 200 (default: 50)'],
    ['--before <id>', 'go on where the list before ended'],
    watchFlag,
  ],
  examples: [
    'patchbay runs list',
    'patchbay runs list --watch',
    'patchbay runs list --status WAITING',
    'patchbay runs list --agent helper --json',
  ],
  input,

  run: (context, { watch, ...query }) =>
    drawOrWatch(context, watch, { events: ['run.'], draw: (own) => draw(own, query) }),
});

async function draw(
  { hub, out, err, json, columns }: Context,
  { conversation: conversationId, ...query }: Query,
): Promise<number> {
  const runs = await hub().listRuns({ query: { ...query, conversationId } });
  if (json) return (out(JSON.stringify(runs)), 0);
  if (runs.length === 0) return (err('There is no such run. `patchbay run "…"` starts one.'), 0);
  out(formatTable(runs, tableColumns(Date.now()), columns));
  if (runs.length === query.limit) err(faint(`More: --before ${runs.at(-1)?.id ?? ''}`));
  return 0;
}

const tableColumns = (now: number): Column<ListedRunView>[] => [
  { title: 'id', value: ({ id }) => id.slice(0, 8) },
  { title: 'agent', value: ({ agent }) => agent },
  { title: 'status', value: ({ status }) => status, paint: (text, { status }) => paintStatus(text, status) },
  { title: 'asked', value: ({ createdAt }) => formatRelative(createdAt, now) },
  { title: 'by', value: ({ principal }) => showLine(principal), shrinks: true },
  { title: 'input', value: ({ input }) => showLine(input), shrinks: true },
];

function paintStatus(text: string, status: RunStatus): string {
  if (status === 'SUCCEEDED') return good(text);
  if (status === 'FAILED') return bad(text);
  return status === 'WAITING' ? warned(text) : text;
}
