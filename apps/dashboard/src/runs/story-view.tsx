import { CircleAlert, LoaderCircle, TriangleAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { story as words } from '../texts/runs.ts';
import { Foreign } from '../ui/text.tsx';
import { Prose } from './prose.tsx';
import type { Story } from './story.ts';
import { ToolCard } from './tool-card.tsx';

/** What somebody asked. */
export function Asked({ text }: { readonly text: string }) {
  const isCall = text.trimStart().startsWith('/call');
  return (
    <div className="flex justify-end">
      <p
        aria-label={words.you}
        role="note"
        className={`max-h-96 max-w-[85%] overflow-auto rounded-2xl rounded-br-sm bg-accent-soft px-4 py-2 foreign ${isCall ? 'font-mono text-[13px]' : ''}`}
      >
        <Foreign text={text} />
      </p>
    </div>
  );
}

interface StoryViewProps {
  readonly story: Story;
  readonly isLost?: boolean;
  /** Looked at later, up to some step. */
  readonly isReplay?: boolean;
}

/** What came of it, in its order. */
export function StoryView({ story, isLost = false, isReplay = false }: StoryViewProps) {
  const { error, end } = story;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {story.items.map((item) => (
        <StoryItem key={item.key} item={item} isReplay={isReplay} isOver={end !== undefined} />
      ))}
      {error && (
        <div className="rounded-md border border-bad/40 bg-bad-soft p-3">
          <Line tone="" icon={<CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />}>
            <Foreign text={error.message} />
          </Line>
        </div>
      )}
      {end?.status === 'CANCELLED' && <p className="text-muted">{words.cancelled}</p>}
      {!end && !isReplay && <Working story={story} isLost={isLost} />}
    </div>
  );
}

interface StoryItemProps {
  readonly item: Story['items'][number];
  readonly isReplay: boolean;
  readonly isOver: boolean;
}

function StoryItem({ item, isReplay, isOver }: StoryItemProps) {
  if (item.kind === 'called') return <ToolCard call={item} isReplay={isReplay} isOver={isOver} />;
  if (item.kind === 'warned')
    return (
      <Line tone="text-warn" icon={<TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />}>
        <Foreign text={item.message} />
      </Line>
    );
  if (item.channel === 'text') return <Prose text={item.text} />;
  return (
    <details className="text-muted" open={!item.isWhole}>
      <summary className="w-fit text-sm">{words.thought}</summary>
      <p className="mt-1 border-l-2 border-line pl-3 foreign">
        <Foreign text={item.text} />
      </p>
    </details>
  );
}

interface LineProps {
  readonly tone: string;
  readonly icon: ReactNode;
  readonly children: ReactNode;
}

function Line({ tone, icon, children }: LineProps) {
  return (
    <p className={`flex gap-2 ${tone}`}>
      {icon}
      <span className="min-w-0 foreign">{children}</span>
    </p>
  );
}

/** What it is doing while there is nothing to read. */
function Working({ story: { begun, items }, isLost }: { readonly story: Story; readonly isLost: boolean }) {
  if (isLost)
    return (
      <p role="status" className="flex gap-2 text-warn">
        <WifiOff aria-hidden className="mt-0.5 size-4 shrink-0" />
        {words.lost}
      </p>
    );
  if (items.some((item) => item.kind === 'called' && item.endedAt === undefined)) return null;
  return (
    <p role="status" className="flex items-center gap-2 text-muted">
      <LoaderCircle aria-hidden className="size-4 animate-spin" />
      {begun ? words.working(begun.model) : words.queued}
    </p>
  );
}
