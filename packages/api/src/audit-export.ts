import { fail, type AuditRowView } from '@patchbay/contracts';
import type { AuditPlace } from '@patchbay/core';

export interface AuditExport {
  readonly format: 'csv' | 'jsonl';
  readonly hasValues: boolean;
  readonly read: (limit: number, after?: AuditPlace) => Promise<readonly AuditRowView[]>;
  /** Asked before every page: an export must not outlive the key that began it. */
  readonly isStillAllowed: () => Promise<boolean>;
}

const pageSize = 1_000;

const mediaTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl; charset=utf-8' };

/** One page after the other, each read when the one before has left. */
export function streamAudit({ format, hasValues, read, isStillAllowed }: AuditExport): Response {
  const encoder = new TextEncoder();
  const columns = hasValues ? [...ownColumns, ...valueColumns] : ownColumns;
  const toLine = format === 'csv' ? (row: AuditRowView) => toCsv(row, columns) : JSON.stringify;
  let after: AuditPlace | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (format === 'csv')
        controller.enqueue(encoder.encode(`${columns.map(([name]) => name).join(',')}\r\n`));
    },
    async pull(controller) {
      if (!(await isStillAllowed())) throw fail('UNAUTHENTICATED', {});
      const rows = await read(pageSize, after);
      const end = format === 'csv' ? '\r\n' : '\n';
      if (rows.length > 0) controller.enqueue(encoder.encode(rows.map((row) => toLine(row) + end).join('')));
      after = rows.at(-1);
      if (rows.length < pageSize) controller.close();
    },
  });
  const headers = {
    'Content-Type': mediaTypes[format],
    'Content-Disposition': `attachment; filename="patchbay-audit.${format}"`,
  };
  return new Response(body, { headers });
}

type Column = readonly [
  name: string,
  value: (row: AuditRowView) => string | number | boolean | null | undefined,
];

const ownColumns: readonly Column[] = [
  ['seq', (row) => row.seq],
  ['id', (row) => row.id],
  ['at', (row) => row.at],
  ['principal', (row) => row.principal],
  ['principalName', (row) => row.principalName],
  ['via', (row) => row.via],
  ['serverId', (row) => row.serverId],
  ['toolName', (row) => row.toolName],
  ['toolDigest', (row) => row.toolDigest],
  ['policy', (row) => row.policy],
  ['decision', (row) => row.decision],
  ['approval', (row) => row.approval],
  ['argsDigest', (row) => row.argsDigest],
  ['argsBytes', (row) => row.argsBytes],
  ['resultDigest', (row) => row.resultDigest],
  ['resultBytes', (row) => row.resultBytes],
  ['outcome', (row) => row.outcome],
  ['latencyMs', (row) => row.latencyMs],
  ['attempts', (row) => row.attempts],
  ['missing', (row) => row.missing],
  ['hasValues', (row) => row.hasValues],
  ['prevHash', (row) => row.prevHash],
  ['hash', (row) => row.hash],
  ['traceId', (row) => row.traceId],
];

const valueColumns: readonly Column[] = [
  ['arguments', (row) => row.values?.arguments],
  ['result', (row) => row.values?.result],
];

function toCsv(row: AuditRowView, columns: readonly Column[]): string {
  return columns.map(([, valueOf]) => toCell(valueOf(row))).join(',');
}

/** What begins like this, a spreadsheet would run. */
const formula = /^[=+\-@\t\r]/;

function toCell(value: string | number | boolean | null | undefined): string {
  if (typeof value !== 'string') return String(value ?? '');
  const harmless = formula.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
