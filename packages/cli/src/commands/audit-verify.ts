import { type AuditReportView, showLine } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { bad, count, faint, good } from '../output.ts';

export const command = defineCommand({
  examples: ['patchbay audit verify', 'patchbay audit verify --json'],
  input: z.object({}),

  async run({ hub, out, err, json }) {
    const report = await hub().verifyAudit();
    const exitCode = report.ok ? 0 : 1;
    if (json) return (out(JSON.stringify(report)), exitCode);
    const { rows, from, to, firstBroken } = report;
    if (firstBroken) {
      err(`${bad('The audit was tampered with.')} ${sentences[firstBroken.reason](firstBroken)}`);
      if (rows > 0) err(`Before it, ${count(rows, 'row')} as written.`);
      return exitCode;
    }
    if (rows === 0) return (err('The audit is empty, and that is right.'), 0);
    err(
      `${good('The audit is whole.')} ${count(rows, 'row')}, ${String(from.seq + 1)} to ${String(to.seq)}.`,
    );
    err(faint('Note this somewhere else; it will not fit a chain that was written anew:'));
    out(`${String(to.seq)} ${to.hash}`);
    return 0;
  },
});

type Broken = NonNullable<AuditReportView['firstBroken']>;

const sentences: Record<Broken['reason'], (broken: Broken) => string> = {
  changed: ({ seq, id }) =>
    `Row ${String(seq)}${id === null ? '' : ` (call ${showLine(id)})`} is not what was written.`,
  missing: ({ seq }) => `Row ${String(seq)} is missing.`,
  added: ({ seq }) => `Row ${String(seq)} was not written by the hub.`,
};
