import type { ApprovalView, JsonObject } from '@patchbay/contracts';
import { useMemo, useRef } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../app/access.ts';
import { useShortcuts } from '../../app/shortcuts.ts';
import { approvals as words } from '../../texts/approvals.ts';
import { Badge } from '../../ui/badge.tsx';
import { Panel } from '../../ui/page.tsx';
import { Foreign } from '../../ui/text.tsx';
import { Decide } from './decide.tsx';
import { ExactArguments, Question } from './question.tsx';
import { useDecision, type Decision } from './use-decision.ts';

const route = getRouteApi('/approvals');

/** One question, and the decision about it. */
export function Inspector({ approval }: { readonly approval: ApprovalView }) {
  const navigate = route.useNavigate();
  const { status, serverId, toolName } = approval;
  const decision = useDecision(approval, () => void navigate({ search: ({ id: _, ...rest }) => rest }));
  useDecisionKeys(approval, decision);
  return (
    <Panel>
      <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-3">
        <h2 className="min-w-0 font-mono text-base font-semibold foreign">
          <Foreign text={`${serverId}.${toolName}`} />
        </h2>
        <Badge tone={status === 'PENDING' ? 'accent' : 'none'}>{words.statuses[status]}</Badge>
      </header>
      <Question approval={approval} />
      <div className={status === 'PENDING' ? '' : 'pb-4'}>
        <ExactArguments approval={approval} />
      </div>
      {status === 'PENDING' && <Decide approval={approval} decision={decision} />}
    </Panel>
  );
}

/** A key that was meant for the question before must not decide one that nobody has read. */
const seenMs = 500;

function useDecisionKeys(approval: ApprovalView, decision: Decision): void {
  const may = useMay();
  const isOpen = approval.status === 'PENDING' && may('approver');
  const { decide, edited, isBroken, setEdited } = decision;
  const since = useRef(performance.now());
  const shortcuts = useMemo(() => {
    if (!isOpen || decide.isPending) return {};
    const isSeen = (): boolean => performance.now() - since.current > seenMs;
    return {
      a: () => void (isSeen() && !isBroken && decide.mutate(true)),
      r: () => void (isSeen() && decide.mutate(false)),
      e: () => setEdited(edited ? undefined : ((approval.arguments ?? {}) as JsonObject)),
    };
  }, [isOpen, decide, edited, isBroken, setEdited, approval.arguments]);
  useShortcuts(shortcuts);
}
