import {
  fail,
  type AuditReportView,
  type AuditRowView,
  type RouteQuery,
  type Routes,
} from '@patchbay/contracts';
import {
  hasRole,
  type AuditPlace,
  type AuditRow,
  type AuditStore,
  type AuditValues,
  type ChainReport,
  type Principal,
} from '@patchbay/core';
import { streamAudit } from '../audit-export.ts';
import type { Handlers } from '../handler.ts';

export interface AuditHandlerDeps {
  readonly audit: Pick<AuditStore, 'list' | 'valuesOf'>;
  /** Whoever has made a call finds it. */
  readonly catchUp: () => Promise<void>;
  readonly verify: (signal: AbortSignal) => Promise<ChainReport>;
}

type Asked = Omit<RouteQuery<Routes['exportAudit']>, 'format'>;

export function auditHandlers({
  audit,
  catchUp,
  verify,
}: AuditHandlerDeps): Handlers<'listAudit' | 'exportAudit' | 'verifyAudit'> {
  const read = async ({ values, ...filter }: Asked, limit: number, after?: AuditPlace) => {
    const rows = await audit.list({ filter, limit, after });
    if (!values) return rows.map((row) => toView(row));
    const kept = await audit.valuesOf(rows.filter(({ hasValues }) => hasValues).map(({ seq }) => seq));
    return rows.map((row) => ({ ...toView(row), values: toValues(kept.get(row.seq)) }));
  };

  return {
    async listAudit({ query: { limit, cursor, ...asked }, principal }) {
      assertMaySee(asked, principal);
      await catchUp();
      const rows = await read(asked, limit, cursor === undefined ? undefined : parseCursor(cursor));
      const last = rows.length === limit ? rows.at(-1) : undefined;
      return { body: { rows, nextCursor: last ? formatCursor(last) : null } };
    },

    async exportAudit({ query: { format, ...asked }, principal, isStillAllowed }) {
      assertMaySee(asked, principal);
      await catchUp();
      return streamAudit({
        format,
        isStillAllowed,
        hasValues: asked.values,
        read: (...page) => read(asked, ...page),
      });
    },

    verifyAudit: async ({ request }) => {
      await catchUp();
      return { body: toReport(await verify(request.signal)) };
    },
  };
}

function assertMaySee({ values }: Asked, principal: Principal): void {
  if (values && !hasRole(principal, 'admin')) throw fail('FORBIDDEN', { needs: 'the role admin' });
}

const cursorShape = /^(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)_(\d{1,15})$/;

function formatCursor({ at, seq }: AuditPlace): string {
  return `${at}_${String(seq)}`;
}

function parseCursor(cursor: string): AuditPlace {
  const [, at, seq] = cursorShape.exec(cursor) ?? [];
  if (at !== undefined && seq !== undefined) return { at, seq: Number(seq) };
  const message = 'Write the nextCursor of the page before.';
  throw fail('INPUT_INVALID', { problems: [{ path: 'cursor', message }] });
}

/** Field by field, so that nothing new on a row is shown before somebody decides that it may be. */
function toView(row: AuditRow): AuditRowView {
  return {
    seq: row.seq,
    id: row.id,
    at: row.at,
    principal: row.principal,
    principalName: row.principalName,
    via: row.via,
    serverId: row.server,
    toolName: row.tool,
    toolDigest: row.toolDigest,
    policy: row.policy,
    decision: row.decision,
    approval: row.approval,
    argsDigest: row.args?.digest ?? null,
    argsBytes: row.args?.bytes ?? null,
    resultDigest: row.result?.digest ?? null,
    resultBytes: row.result?.bytes ?? null,
    outcome: row.outcome,
    latencyMs: row.latencyMs,
    attempts: row.attempts,
    missing: row.missing,
    hasValues: row.hasValues,
    traceId: row.traceId,
    prevHash: row.prevHash,
    hash: row.hash,
  };
}

function toValues(kept: AuditValues | undefined): AuditRowView['values'] {
  return kept ? { arguments: kept.arguments, result: kept.result } : null;
}

function toReport({ rows, from, to, firstBroken }: ChainReport): AuditReportView {
  const link = ({ seq, hash }: ChainReport['to']) => ({ seq, hash });
  const broken = firstBroken && { ...firstBroken, id: firstBroken.id ?? null };
  return { ok: !broken, rows, from: link(from), to: link(to), ...(broken && { firstBroken: broken }) };
}
