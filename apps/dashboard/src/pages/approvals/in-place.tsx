import { showLine, type ApprovalView } from '@patchbay/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldQuestionMark } from 'lucide-react';
import { approval as one, lookAgainMs } from '../../data.ts';
import { approvals as words } from '../../texts/approvals.ts';
import { Badge } from '../../ui/badge.tsx';
import { Await } from '../../ui/states.tsx';
import { Foreign } from '../../ui/text.tsx';
import { Decide } from './decide.tsx';
import { ExactArguments, Question } from './question.tsx';
import { useDecision } from './use-decision.ts';

/** The question where the call is shown that waits for it, and what became of it. */
export function ApprovalInPlace({ id }: { readonly id: string }) {
  // Who may not decide hears nothing of how it ended, and has to ask.
  const query = useQuery({
    ...one(id),
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? lookAgainMs : false),
  });
  return (
    <Await of={query}>
      {(approval) =>
        approval.status === 'PENDING' ? (
          <OpenQuestion key={approval.id} approval={approval} />
        ) : (
          <Decided approval={approval} />
        )
      }
    </Await>
  );
}

function OpenQuestion({ approval }: { readonly approval: ApprovalView }) {
  const decision = useDecision(approval, () => {}); // what comes of it is seen here
  const title = words.dialog(`${approval.serverId}.${showLine(approval.toolName)}`);
  return (
    <section aria-label={title} className="rounded-md border border-accent/60 bg-panel">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-t-md border-b border-accent/30 bg-accent-soft px-4 py-2">
        <h3 className="flex min-w-0 items-center gap-2 font-semibold">
          <ShieldQuestionMark aria-hidden className="size-4 shrink-0 text-accent" />
          <span className="min-w-0 foreign">{title}</span>
        </h3>
        <Link to="/approvals" search={{ id: approval.id }} className="text-sm underline underline-offset-2">
          {words.inbox}
        </Link>
      </header>
      <Question approval={approval} isBrief />
      <ExactArguments approval={approval} />
      <Decide approval={approval} decision={decision} />
    </section>
  );
}

const refusals: readonly string[] = ['REJECTED', 'EXPIRED', 'WITHDRAWN'];

function Decided({ approval }: { readonly approval: ApprovalView }) {
  const { status, decidedBy, decisionReason, isEdited } = approval;
  const by = [decidedBy?.name, decisionReason].filter((part) => part !== null && part !== undefined);
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <Badge tone={refusals.includes(status) ? 'bad' : 'good'}>{words.statuses[status]}</Badge>
        <span className="min-w-0 foreign">
          <Foreign text={by.join(': ')} />
        </span>
        <Link
          to="/approvals"
          search={{ view: 'decided', id: approval.id }}
          className="underline underline-offset-2"
        >
          {words.inbox}
        </Link>
      </p>
      {isEdited && (
        <div className="-mx-4">
          <ExactArguments approval={approval} />
        </div>
      )}
    </div>
  );
}
