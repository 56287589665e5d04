import type { StderrLineView } from '@patchbay/contracts';
import { useState } from 'react';
import { serverPage } from '../../texts/servers.ts';
import { Badge, Dot } from '../../ui/badge.tsx';
import { Check } from '../../ui/fields.tsx';
import { Panel } from '../../ui/page.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { CopyButton, Foreign } from '../../ui/text.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { keyOfLine, useStderr, type FollowedLines } from './use-stderr.ts';

const words = serverPage.output;

/** What a program writes to standard error, as it writes it. */
export function ServerOutput({ name }: { readonly name: string }) {
  const [isFollowing, setFollowing] = useState(true);
  const { lines, state, error } = useStderr(name);
  const aside = (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <LiveBadge state={state} />
      <Check
        label={words.follow}
        checked={isFollowing}
        onChange={(event) => setFollowing(event.target.checked)}
      />
      {lines.length > 0 && <CopyButton text={lines.map(({ at, text }) => `${at} ${text}`).join('\n')} />}
    </div>
  );
  return (
    <Panel title={words.title} aside={aside}>
      {error !== undefined && (
        <div className="p-3">
          <Failed error={error} />
        </div>
      )}
      {lines.length === 0 && error === undefined && <Nothing state={state} />}
      {lines.length > 0 && (
        <VirtualList
          items={lines}
          label={words.title}
          rowHeight={22}
          keyOf={keyOfLine}
          follows={isFollowing ? lines.length - 1 : undefined}
          className="max-h-[min(60dvh,40rem)] min-h-48 bg-sunken py-2"
        >
          {(line) => <Row line={line} />}
        </VirtualList>
      )}
    </Panel>
  );
}

function LiveBadge({ state }: Pick<FollowedLines, 'state'>) {
  if (state === 'starting') return null;
  const tone = state === 'live' ? 'good' : 'warn';
  return (
    <Badge tone={tone}>
      <Dot tone={tone} />
      {words.states[state]}
    </Badge>
  );
}

function Nothing({ state }: Pick<FollowedLines, 'state'>) {
  return state === 'starting' ? <Loading /> : <Empty title={words.none}>{words.noneAbout}</Empty>;
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hour12: false });

/** Programs write levels as they like; the usual words are enough to find what is wrong. */
const levels = [
  [/\b(?:error|fatal|panic|critical|exception|traceback)\b/i, 'text-bad'],
  [/\bwarn(?:ing)?\b/i, 'text-warn'],
] as const;

function Row({ line: { at, text } }: { readonly line: StderrLineView }) {
  const tone = levels.find(([pattern]) => pattern.test(text))?.[1] ?? '';
  return (
    <p className="flex gap-3 px-4 font-mono text-[13px] leading-[22px]">
      <time dateTime={at} className="shrink-0 text-muted tabular-nums max-sm:hidden">
        {clock.format(new Date(at))}
      </time>
      <span className={`min-w-0 foreign ${tone}`}>
        <Foreign text={text} />
      </span>
    </p>
  );
}
