import { z } from 'zod';
import { auditFilterSchema, auditFlags, toAuditQuery } from '../audit-flags.ts';
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  flags: [['--format <format>', 'csv or jsonl (default: jsonl)'], ...auditFlags],
  examples: [
    'patchbay audit export --from 30d > audit.jsonl',
    'patchbay audit export --format csv --server github > github.csv',
  ],
  input: auditFilterSchema.extend({ format: z.enum(['csv', 'jsonl']).default('jsonl') }),

  async run({ hub, out, err }, { format, ...filter }) {
    const response = await hub().exportAudit({ query: { ...toAuditQuery(filter), format } });
    let lines = 0;
    let rest = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const text = rest + chunk;
      const end = text.lastIndexOf('\n');
      rest = text.slice(end + 1);
      if (end === -1) continue;
      lines += text.slice(0, end + 1).split('\n').length - 1;
      out(text.slice(0, end)); // which ends with the line break that it puts there
    }
    const rows = format === 'csv' ? lines - 1 : lines;
    if (rows === 0) err('No call fits.');
    return 0;
  },
});
