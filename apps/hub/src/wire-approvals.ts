import { PatchbayError } from '@patchbay/contracts';
import {
  Approvals,
  createAskCaller,
  createCheckArguments,
  createDecideApproval,
  createIsStillGood,
  createWithdrawApproval,
  endOf,
  traceApproval,
  type Approval,
  type CallTool,
  type Toolbox,
} from '@patchbay/core';
import { compilePattern } from './patterns.ts';
import type { ServerSurroundings } from './wire-servers.ts';
import type { World } from './wire.ts';

/** How often to look for decisions of other hubs on the same database. */
const pollMs = 1_000;

/** Questions about calls: asked in the pipeline, answered over REST or by the client that made the call. */
export function wireApprovals(
  world: World,
  surroundings: Pick<ServerSurroundings, 'events' | 'keys' | 'judge' | 'toolDigest' | 'onApprovalEnded'>,
  toolbox: Toolbox,
) {
  const { clock, timers, chance, digest, log, store, loaded } = world;
  const { timeoutMs, maxPending, fourEyes } = loaded.config.approvals;
  const { keys, judge, toolDigest } = surroundings;
  const isShared = loaded.config.database.includes('://');
  const approvals = new Approvals({
    clock,
    timers,
    chance,
    digest,
    toolDigest,
    log,
    timeoutMs,
    maxPending,
    store: store.approvals,
    pollMs: isShared ? pollMs : undefined,
    ...tell(world, surroundings),
  });
  const rules = { store: store.approvals, approvals, clock, toolbox, toolDigest, judge, timeoutMs, fourEyes };
  const checkArguments = createCheckArguments({ log, compilePattern });
  const decide = createDecideApproval({ ...rules, checkArguments });
  return {
    approvals,
    decide,
    withdraw: createWithdrawApproval(rules),
    deps: {
      judge,
      toolDigest,
      approvals,
      approvalStore: store.approvals,
      isStillGood: createIsStillGood({ keys, clock }),
      askCaller: createAskCaller({ approvals, decide, clock, fourEyes }),
    },
  };
}

function tell(
  { tracing, clock, metrics }: World,
  { events, onApprovalEnded }: Pick<ServerSurroundings, 'events' | 'onApprovalEnded'>,
) {
  return {
    onAsked({ id, server, tool, principal, expiresAt }: Approval): void {
      const about = { id, serverId: server, toolName: tool, principal: principal.name };
      events.publish('approval.requested', { ...about, expiresAt: expiresAt.toISOString() });
    },
    onEnded(approval: Approval): void {
      const { id, status, decision } = approval;
      const end = endOf(approval, clock.now());
      if (end) {
        traceApproval(tracing, approval, end);
        metrics.approvalEnded(status, end.getTime() - approval.askedAt.getTime());
      }
      events.publish('approval.ended', { id, status, by: decision?.byName ?? null });
      onApprovalEnded();
    },
  };
}

/** Calls that the hub keeps for their callers wait on after a restart. */
export async function resumeKeptCalls({ store, log }: World, { callTool, approvals }: KeptCallParts) {
  const open = await store.approvals.list({ statuses: ['PENDING', 'APPROVED'], limit: 10_000 });
  for (const { id, callId, principal, via, server, tool, asked, isKept, trace } of open) {
    if (!isKept) continue;
    const call = { id: callId, principal, via, name: tool, server, arguments: JSON.parse(asked.text) };
    callTool({ ...call, trace, whenAsked: 'keep', resumes: id })
      .catch((error: unknown) => {
        log.info('approval.kept-call-ended', { approval: id, error });
        return approvals.approvals.abandon(id, PatchbayError.is(error) ? error.code : 'UNEXPECTED');
      })
      .catch((error: unknown) => log.warn('approval.not-withdrawn', { approval: id, error }));
  }
}

interface KeptCallParts {
  readonly callTool: CallTool;
  readonly approvals: { readonly approvals: Pick<Approvals, 'abandon'> };
}
