import { errorCatalog, errorCodes } from '@patchbay/contracts';
import { CircleAlert, LoaderCircle, TriangleAlert, WifiOff } from 'lucide-react';
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
      {error && <RunError error={error} />}
      {end?.status === 'CANCELLED' && <p className="text-muted">{words.cancelled}</p>}
      {!end && !isReplay && <Working story={story} isLost={isLost} />}
    </div>
  );
}

function RunError({ error: { code, message } }: { readonly error: NonNullable<Story['error']> }) {
  const known = errorCodes.find((one) => one === code);
  return (
    <div className="flex gap-2 rounded-md border border-bad/40 bg-bad-soft p-3">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="min-w-0">
        <p className="font-medium foreign">
          <Foreign text={message} />
        </p>
        {known && <p className="mt-0.5 text-muted foreign">{errorCatalog[known].fix}</p>}
      </div>
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
      <p className="flex gap-2 text-warn">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 foreign">
          <Foreign text={item.message} />
        </span>
      </p>
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
