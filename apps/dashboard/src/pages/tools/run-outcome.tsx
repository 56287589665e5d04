import type { ApprovalView } from '@patchbay/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/access.ts';
import { approval as one } from '../../data.ts';
import { run as words } from '../../texts/tools.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/states.tsx';
import { ApprovalDialog } from '../approvals/approval-dialog.tsx';
import { ResultView, type ShownResult } from './result-view.tsx';

interface RunOutcomeProps {
  readonly answer: ShownResult & { readonly approvalId?: string | undefined };
  readonly tookMs: number;
}

/** What came of a call: its answer, or the question that it waits for and then its answer. */
export function RunOutcome({ answer, tookMs }: RunOutcomeProps) {
  if (answer.approvalId === undefined) return <ResultView result={answer} aside={words.took(tookMs)} />;
  return <Waiting id={answer.approvalId} />;
}

const pollMs = 2_000;

function Waiting({ id }: { readonly id: string }) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  // Who may not decide hears nothing of how it ended, and has to ask.
  const { data } = useQuery({
    ...one(id),
    refetchInterval: ({ state }) => (isOver(state.data) ? false : pollMs),
  });
  if (!data) return <Loading />;
  if (data.result !== undefined)
    return <ResultView result={data.result as ShownResult} aside={data.outcome ?? ''} />;
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 rounded-md border border-line p-3">
      <Badge tone={data.status === 'PENDING' ? 'accent' : 'none'}>{data.status}</Badge>
      <p className="grow foreign">{wordsFor(data)}</p>
      {data.status === 'PENDING' && may('approver') && (
        <Button onClick={() => setOpen(true)}>{words.decide}</Button>
      )}
      {isOpen && data.status === 'PENDING' && (
        <ApprovalDialog approval={data} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}

function isOver(approval: ApprovalView | undefined): boolean {
  return (
    approval !== undefined &&
    (approval.outcome !== null || ['REJECTED', 'EXPIRED', 'WITHDRAWN'].includes(approval.status))
  );
}

function wordsFor({ status, decisionReason, outcome }: ApprovalView): string {
  const end =
    status === 'REJECTED' || status === 'EXPIRED' || status === 'WITHDRAWN' ? words.ended[status] : undefined;
  const reason = decisionReason === null ? '' : ` ${words.reason}: ${decisionReason}`;
  return end === undefined ? (outcome ?? words.waits) : `${end}${reason}`;
}
