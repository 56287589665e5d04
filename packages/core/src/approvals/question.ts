import { fail, type Json } from '@patchbay/contracts';
import type { Digest } from '../access/key.ts';
import { canonicalJson } from '../canonical.ts';
import type { ToolDigest } from '../catalog/tool-digest.ts';
import type { JudgedCall } from '../calls/call.ts';
import type { Chance } from '../chance.ts';
import type { Clock } from '../clock.ts';
import type { ApprovalId } from '../ids.ts';
import { withoutBaggage } from '../tracing/trace-context.ts';
import type { Approval, ArgumentText } from './approval.ts';

export interface QuestionDeps {
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'uuid' | 'secret'>;
  readonly digest: Pick<Digest, 'sha256'>;
  readonly toolDigest: ToolDigest;
  /** So long a question waits for a decision, and then a decision for its call. */
  readonly timeoutMs: number;
}

/** What somebody will be asked about this call: all that it is bound to. */
export function toQuestion(call: JudgedCall, deps: QuestionDeps): Approval {
  const { id: callId, principal, via, target, verdict } = call;
  const { server } = target.supervisor;
  refuseUnreadable(call);
  const asked = toArgumentText(call.args, deps.digest);
  const now = deps.clock.now();
  return {
    id: deps.chance.uuid() as ApprovalId,
    status: 'PENDING',
    principal,
    via,
    callId,
    isKept: call.whenAsked === 'keep',
    server: server.name,
    serverId: server.id,
    serverRevision: server.revision,
    tool: target.tool.name,
    toolDigest: deps.toolDigest(target.tool.definition),
    asked,
    args: asked,
    policy: verdict.policy,
    reason: verdict.reason,
    nonce: deps.chance.secret(),
    askedAt: now,
    expiresAt: new Date(now.getTime() + deps.timeoutMs),
    decision: undefined,
    trace: call.trace && withoutBaggage(call.trace),
    outcome: undefined,
    result: undefined,
  };
}

/** Nobody could read more before they agree to it. */
const longestArguments = 1_000_000;

function refuseUnreadable({ args, target: { tool } }: JudgedCall): void {
  const { length } = JSON.stringify(args);
  if (length <= longestArguments) return;
  const reason = `Somebody must agree to it, and its arguments are too long to be read: ${String(length)} characters, of at most ${String(longestArguments)}.`;
  throw fail('CALL_DENIED', { serverId: tool.server, tool: tool.name, reason });
}

/** The text of these arguments as it will be sent, and the digest of what it says. */
export function toArgumentText(args: Json, digest: Pick<Digest, 'sha256'>): ArgumentText {
  return { text: JSON.stringify(args), digest: digest.sha256(canonicalJson(args)) };
}
