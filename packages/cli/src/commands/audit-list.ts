import { type AuditRowView, integer, showLine, showProse } from '@patchbay/contracts';
import { z } from 'zod';
import { auditFilterSchema, auditFlags, toAuditQuery } from '../audit-flags.ts';
import { defineCommand } from '../command.ts';
import { bad, count, faint, formatFields, formatTable, good, warned, type Column } from '../output.ts';

export const command = defineCommand({
  flags: [
    ...auditFlags,
    ['--limit <count>', 'how many, up to 1000 (default: 50)'],
    ['--cursor <cursor>', 'go on where the list before ended'],
  ],
  examples: [
    'patchbay audit list --from 24h',
    'patchbay audit list --server github --outcome CALL_DENIED',
    'patchbay audit list --call 5f3c… --values',
  ],
  input: auditFilterSchema.extend({ limit: integer(1, 1_000).default(50), cursor: z.string().optional() }),

  async run({ hub, out, err, json, columns }, { limit, cursor, ...filter }) {
    const page = await hub().listAudit({ query: { ...toAuditQuery(filter), limit, cursor } });
    if (json) return (out(JSON.stringify(page)), 0);
    const { rows, nextCursor } = page;
    if (rows.length === 0) return (err(emptyText(filter)), 0);
    out(filter.values ? rows.map(describe).join('\n\n') : formatTable(rows, tableColumns, columns));
    err(faint(`\n${count(rows.length, 'row')}.${nextCursor ? ` More: --cursor ${nextCursor}` : ''}`));
    return 0;
  },
});

function emptyText({ values: _, ...filter }: z.output<typeof auditFilterSchema>): string {
  const isNarrow = Object.values(filter).some((value) => value !== undefined);
  return isNarrow
    ? 'No call fits. Leave out a filter to see more.'
    : 'Nothing was called yet. `patchbay tools call` makes a call.';
}

const tableColumns: Column<AuditRowView>[] = [
  { title: 'seq', value: ({ seq }) => String(seq) },
  { title: 'at', value: atOf },
  {
    title: 'who',
    value: ({ principalName, principal }) => showLine(principalName || principal),
    shrinks: true,
  },
  { title: 'via', value: ({ via }) => via },
  { title: 'tool', value: toolOf, shrinks: true },
  { title: 'outcome', value: outcomeOf, paint: (text, { outcome }) => paint(text, outcome) },
  { title: 'took', value: ({ latencyMs }) => `${String(latencyMs)} ms` },
  { title: 'call', value: ({ id }) => showLine(id), shrinks: true },
];

function atOf({ at }: AuditRowView): string {
  return at.slice(0, 19).replace('T', ' ');
}

function toolOf({ serverId, toolName }: AuditRowView): string {
  return showLine(serverId === null ? toolName : `${serverId}.${toolName}`);
}

function outcomeOf({ outcome, missing }: AuditRowView): string {
  return outcome === 'gap' ? `gap of ${count(missing, 'call')}` : outcome;
}

function paint(text: string, outcome: string): string {
  if (outcome === 'ok') return good(text);
  return outcome === 'tool-error' ? warned(text) : bad(text);
}

function describe(row: AuditRowView): string {
  const { values } = row;
  const lost = row.hasValues ? 'kept, but it cannot be opened' : 'not kept';
  return `${toolOf(row)}\n${formatFields([
    ['call', showLine(row.id)],
    ['at', row.at],
    ['who', showLine(`${row.principalName} (${row.principal}) via ${row.via}`)],
    ['outcome', paint(outcomeOf(row), row.outcome)],
    ...(row.traceId === null ? [] : [['trace', row.traceId] as const]),
    ['arguments', values ? showProse(values.arguments ?? 'none') : faint(lost)],
    ['result', values ? showProse(values.result ?? 'none') : faint(lost)],
  ])}`;
}
