import type { RunView } from '@patchbay/contracts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { isOver, runSteps } from '../../data.ts';
import { Asked, StoryView } from '../../runs/story-view.tsx';
import { runPage as words } from '../../texts/runs.ts';
import { Panel } from '../../ui/page.tsx';
import { Await, Empty } from '../../ui/states.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { Scrubber } from './scrubber.tsx';
import { StepRow } from './step-row.tsx';
import { storyAfter, toSteps, type Step } from './steps.ts';

const route = getRouteApi('/runs/$id');

/** Every step of a run, and what could be seen of it at each. */
export function Timeline({ run }: { readonly run: RunView }) {
  const query = useQuery(runSteps(run.id, run.status));
  const steps = useMemo(() => toSteps(query.data ?? []), [query.data]);
  return (
    <Await of={query}>
      {() =>
        steps.length === 0 ? (
          <Panel title={words.timeline}>
            <Empty title={words.noSteps} />
          </Panel>
        ) : (
          <Steps run={run} steps={steps} />
        )
      }
    </Await>
  );
}

interface StepsProps {
  readonly run: RunView;
  readonly steps: readonly Step[];
}

function Steps({ run, steps }: StepsProps) {
  const { step } = route.useSearch();
  const navigate = route.useNavigate();
  const count = Math.min(steps.length, Math.max(1, Number(step) || steps.length));
  const isNow = count === steps.length;
  const go = (to: number): void =>
    void navigate({ search: to >= steps.length ? {} : { step: String(Math.max(1, to)) }, replace: true });
  const story = useMemo(() => storyAfter(steps, count), [steps, count]);
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]">
      <Panel title={words.timeline}>
        <VirtualList
          items={steps}
          label={words.timeline}
          rowHeight={44}
          keyOf={({ id }) => id}
          follows={step === undefined && isOver(run.status) ? undefined : count - 1}
          className="max-h-[60dvh] lg:max-h-[calc(100dvh-8rem)]"
        >
          {(one, at) => (
            <StepRow
              step={one}
              afterMs={Date.parse(one.at) - Date.parse(run.createdAt)}
              isChosen={at === count - 1}
              isAhead={at >= count}
              onChoose={() => go(at + 1)}
            />
          )}
        </VirtualList>
      </Panel>
      <Panel title={isNow ? words.now : words.replay}>
        <Scrubber count={count} all={steps.length} onGo={go} />
        <div className="flex flex-col gap-4 p-4" data-testid="replay">
          <Asked text={run.input} />
          <StoryView story={story} isReplay={!isNow || run.waitsFor.length > 0} />
        </div>
      </Panel>
    </div>
  );
}
