import type { ApprovalView, JsonObject } from '@patchbay/contracts';
import { useEffect, useMemo, useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../app/access.ts';
import { useShortcuts } from '../../app/shortcuts.ts';
import { approvals as words } from '../../texts/approvals.ts';
import { Badge } from '../../ui/badge.tsx';
import { Panel } from '../../ui/page.tsx';
import { Foreign } from '../../ui/text.tsx';
import { toasts } from '../../ui/toasts.tsx';
import { Decide } from './decide.tsx';
import { ExactArguments, Question } from './question.tsx';
import { useDecision, type Decision } from './use-decision.ts';

const route = getRouteApi('/approvals');

/** One question, and the decision about it. */
export function Inspector({ approval }: { readonly approval: ApprovalView }) {
  const navigate = route.useNavigate();
  const { status, serverId, toolName } = approval;
  const decision = useDecision(approval, (message) => {
    toasts.say(message);
    void navigate({ search: ({ id: _, ...rest }) => rest });
  });
  const isSeen = useSeen();
  useDecisionKeys(approval, decision, isSeen);
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
      {status === 'PENDING' && <Decide approval={approval} decision={decision} hasKeys={isSeen} />}
    </Panel>
  );
}

/** A key that was meant for the question before must not decide one that nobody has read. */
const seenMs = 500;

function useSeen(): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSeen(true), seenMs);
    return () => clearTimeout(timer);
  }, []);
  return isSeen;
}

function useDecisionKeys(approval: ApprovalView, decision: Decision, isSeen: boolean): void {
  const may = useMay();
  const isOpen = isSeen && approval.status === 'PENDING' && may('approver');
  const { decide, edited, isBroken, setEdited } = decision;
  const shortcuts = useMemo(() => {
    if (!isOpen || decide.isPending) return {};
    return {
      a: () => void (isBroken || decide.mutate(true)),
      r: () => decide.mutate(false),
      e: () => setEdited(edited ? undefined : ((approval.arguments ?? {}) as JsonObject)),
    };
  }, [isOpen, decide, edited, isBroken, setEdited, approval.arguments]);
  useShortcuts(shortcuts);
}
