import type { ListedRunView, RunEventData } from '@patchbay/contracts';
import { Link } from '@tanstack/react-router';
import { isOver } from '../../data.ts';
import { Asked, StoryView } from '../../runs/story-view.tsx';
import { useStory } from '../../runs/use-story.ts';
import { chat } from '../../texts/chat.ts';
import { runPage, runs as runWords, story as words } from '../../texts/runs.ts';
import { Failed } from '../../ui/states.tsx';

/** Question by question. */
export function Conversation({ runs }: { readonly runs: readonly ListedRunView[] }) {
  return (
    <ol className="flex flex-col gap-8">
      {runs.map((run) => (
        <li key={run.id}>
          <Exchange run={run} />
        </li>
      ))}
    </ol>
  );
}

function Exchange({ run }: { readonly run: ListedRunView }) {
  const { story, isLost, error } = useStory(run);
  const isReading = isOver(run.status) && story.end === undefined;
  return (
    <div className="flex flex-col gap-4">
      <Asked text={run.input} />
      {error === undefined ? (
        !(isReading && story.items.length === 0) && <StoryView story={story} isLost={isLost} />
      ) : (
        <Failed error={error} />
      )}
      {story.end && <Totals run={run} done={story.end} />}
    </div>
  );
}

interface TotalsProps {
  readonly run: ListedRunView;
  readonly done: RunEventData<'done'>;
}

function Totals({ run: { id, agent, createdAt, endedAt }, done }: TotalsProps) {
  const { turns, toolCalls, usage, cost } = done;
  const tokens = usage.inputTokens + usage.outputTokens;
  const parts = [
    ...(turns > 0 ? [agent, words.turns(turns)] : []),
    ...(toolCalls > 0 ? [words.calls(toolCalls)] : []),
    ...(tokens > 0 ? [words.tokens(tokens)] : []),
    ...(cost > 0 ? [words.cost(runPage.cost(cost))] : []),
    ...(endedAt === null ? [] : [runWords.took(Date.parse(endedAt) - Date.parse(createdAt))]),
  ];
  return (
    <p className="flex flex-wrap gap-x-2 text-sm text-muted tabular-nums">
      <span>{parts.join(' · ')}</span>
      <Link to="/runs/$id" params={{ id }} className="underline underline-offset-2 hover:text-text">
        {chat.steps}
      </Link>
    </p>
  );
}
