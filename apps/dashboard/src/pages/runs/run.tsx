import { showLine, type RunView } from '@patchbay/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { MessagesSquare, Square } from 'lucide-react';
import { useMay } from '../../app/access.ts';
import { isOver, run as one } from '../../data.ts';
import { hub } from '../../hub.ts';
import { queries } from '../../queries.ts';
import { RunBadge } from '../../runs/run-badge.tsx';
import { runPage as words, runs } from '../../texts/runs.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Await } from '../../ui/states.tsx';
import { Foreign } from '../../ui/text.tsx';
import { toasts } from '../../ui/toasts.tsx';
import { ApprovalInPlace } from '../approvals/in-place.tsx';
import { RunFacts } from './run-facts.tsx';
import { Timeline } from './timeline.tsx';

const route = getRouteApi('/runs/$id');
const longest = 90;

function titleOf(run: RunView | undefined): string {
  if (!run) return runs.title;
  const line = showLine(run.input);
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

export function RunPage() {
  const { id } = route.useParams();
  const query = useQuery(one(id));
  return (
    <Page
      title={titleOf(query.data)}
      back={<Link to="/runs">{runs.title}</Link>}
      actions={query.data && <Actions run={query.data} />}
    >
      <Await of={query}>
        {(run) => (
          <>
            <p className="flex flex-wrap items-center gap-3" data-testid="run-status">
              <RunBadge status={run.status} />
              {run.error !== null && (
                <span className="min-w-0 foreign">
                  <Foreign text={run.error} />
                </span>
              )}
            </p>
            <RunFacts run={run} />
            {run.waitsFor.map((approval) => (
              <ApprovalInPlace key={approval} id={approval} />
            ))}
            <Timeline run={run} />
          </>
        )}
      </Await>
    </Page>
  );
}

function Actions({ run: { id, status, conversationId } }: { readonly run: RunView }) {
  const may = useMay();
  const cancel = useMutation({
    mutationFn: () => hub.cancelRun({ params: { id } }),
    onSuccess: () => void toasts.say(words.cancelled),
    onError: (error) => void toasts.say(error.message, { tone: 'bad' }),
    onSettled: () =>
      Promise.all(['run', 'runs', 'approvals'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });
  if (!may('operator')) return null;
  return (
    <>
      {!isOver(status) && (
        <Button
          kind="danger"
          disabled={cancel.isPending}
          icon={<Square aria-hidden className="size-3.5 fill-current" />}
          onClick={() => cancel.mutate()}
        >
          {words.cancel}
        </Button>
      )}
      <Link to="/chat" search={{ conversation: conversationId }} className={buttonClass()}>
        <MessagesSquare aria-hidden className="size-4" />
        {words.conversation}
      </Link>
    </>
  );
}
