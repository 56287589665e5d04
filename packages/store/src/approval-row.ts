import { approvalStatuses, permissions, roles, type Json } from '@patchbay/contracts';
import type {
  TraceContext,
  Approval,
  ApprovalId,
  PolicyId,
  PrincipalId,
  ServerId,
  ServerName,
} from '@patchbay/core';
import { z } from 'zod';
import type { ApprovalRow } from './schema.ts';

const date = z.iso.datetime().transform((text) => new Date(text));

const principalSchema = z.strictObject({
  kind: z.enum(['key', 'token']),
  id: z.string().transform((id) => id as PrincipalId),
  name: z.string(),
  roles: z.array(z.enum(roles)),
  permissions: z.array(z.enum(permissions)),
  expiresAt: date.nullable(),
});

const decisionSchema = z.strictObject({
  by: z.string().transform((id) => id as PrincipalId),
  byName: z.string(),
  at: date,
  reason: z.string().optional(),
});

/** What is sealed of an approval: the arguments may hold anything. */
const argumentsSchema = z.strictObject({ asked: z.string(), args: z.string().optional() });

/** What will run is written only where it is not what was asked for: both may be long. */
export function toSealedArguments({ asked, args }: Pick<Approval, 'asked' | 'args'>): string {
  return JSON.stringify({ asked: asked.text, ...(args.text !== asked.text && { args: args.text }) });
}

export function toApprovalRow(approval: Approval): ApprovalRow {
  return {
    id: approval.id,
    status: approval.status,
    principal: approval.principal.id,
    principal_details: JSON.stringify(approval.principal),
    via: approval.via,
    call_id: approval.callId,
    is_kept: approval.isKept ? 1 : 0,
    server: approval.server,
    server_id: approval.serverId,
    server_revision: approval.serverRevision,
    tool: approval.tool,
    tool_digest: approval.toolDigest,
    asked_digest: approval.asked.digest,
    args_digest: approval.args.digest,
    policy: approval.policy ?? null,
    reason: approval.reason,
    nonce: approval.nonce,
    asked_at: approval.askedAt.toISOString(),
    expires_at: approval.expiresAt.toISOString(),
    decision: approval.decision ? JSON.stringify(approval.decision) : null,
    outcome: approval.outcome ?? null,
    trace: approval.trace ? JSON.stringify(approval.trace) : null,
  };
}

/** The arguments as they were sealed, and the answer if there is one. */
export interface Opened {
  readonly arguments: string;
  readonly result: string | undefined;
}

export function toApproval(row: ApprovalRow, opened: Opened): Approval {
  const { asked, args = asked } = argumentsSchema.parse(JSON.parse(opened.arguments));
  return {
    id: row.id as ApprovalId,
    status: z.enum(approvalStatuses).parse(row.status),
    principal: principalSchema.parse(JSON.parse(row.principal_details)),
    via: row.via as Approval['via'], // only toApprovalRow writes it
    callId: row.call_id,
    isKept: row.is_kept === 1,
    server: row.server as ServerName,
    serverId: row.server_id as ServerId,
    serverRevision: row.server_revision,
    tool: row.tool,
    toolDigest: row.tool_digest,
    asked: { text: asked, digest: row.asked_digest },
    args: { text: args, digest: row.args_digest },
    policy: (row.policy as PolicyId | null) ?? undefined,
    reason: row.reason,
    nonce: row.nonce,
    askedAt: new Date(row.asked_at),
    expiresAt: new Date(row.expires_at),
    decision: row.decision === null ? undefined : withReason(decisionSchema.parse(JSON.parse(row.decision))),
    outcome: row.outcome ?? undefined,
    trace: row.trace === null ? undefined : (JSON.parse(row.trace) as TraceContext), // only toApprovalRow writes it
    result: opened.result === undefined ? undefined : (JSON.parse(opened.result) as Json),
  };
}

function withReason({ reason, ...others }: z.output<typeof decisionSchema>): Approval['decision'] {
  return { ...others, reason };
}
