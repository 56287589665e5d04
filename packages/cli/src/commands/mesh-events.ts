import { meshEventTypes, type MeshEventView, showLine } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { faint, formatTable, type Column } from '../output.ts';

export const command = defineCommand({
  flags: [
    ['--type <type>', `only these: ${meshEventTypes.join(', ')}`],
    ['--agent <id>', 'only of this agent'],
    ['--limit <number>', 'at most so many (default: 50, at most 500)'],
  ],
  examples: ['patchbay mesh events --agent weather-3f2a', 'patchbay mesh events --type unhealthy --limit 10'],
  input: z.object({
    type: z.enum(meshEventTypes).optional(),
    agent: z.string().optional(),
    limit: z.string().optional(),
  }),

  async run({ hub, out, err, json, columns }, query) {
    const { events } = await hub().listMeshEvents({ query });
    if (json) return (out(JSON.stringify(events)), 0);
    if (events.length === 0) return (err('Nothing happened.'), 0);
    out(formatTable(events, tableColumns, columns));
    return 0;
  },
});

const tableColumns: Column<MeshEventView>[] = [
  { title: 'when', value: ({ timestamp }) => timestamp, paint: faint },
  { title: 'what', value: ({ event_type: type }) => type },
  { title: 'agent', value: ({ agent_id: id }) => showLine(id), shrinks: true },
  { title: 'function', value: ({ function_name: name = '' }) => showLine(name), shrinks: true },
  { title: 'details', value: detailsOf, shrinks: true, paint: faint },
];

/** The choice of a provider is long; `mesh explain` has it. */
function detailsOf({ data }: MeshEventView): string {
  const { chosen, reason, prior_chosen: before } = data;
  const who =
    typeof chosen === 'object' && chosen !== null && 'agent_id' in chosen ? String(chosen.agent_id) : '';
  const parts = [
    typeof reason === 'string' ? reason : '',
    who,
    typeof before === 'string' ? `before: ${before}` : '',
  ];
  return showLine(parts.filter((part) => part !== '').join(', '));
}
