import { showLine } from '@patchbay/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { isOver, lookAgainMs } from '../../data.ts';
import { hub } from '../../hub.ts';
import { RunBadge } from '../../runs/run-badge.tsx';
import { chat as words } from '../../texts/chat.ts';
import { Failed, Loading } from '../../ui/states.tsx';
import { Foreign } from '../../ui/text.tsx';
import { Ago } from '../../ui/time.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { toConversations, type Conversation } from './conversations.ts';

const pageSize = 100;

/** What somebody has talked about before, newest first. */
export function History({ chosen }: { readonly chosen: string | undefined }) {
  const query = useInfiniteQuery({
    queryKey: ['runs', 'own'],
    queryFn: ({ pageParam: before }) => hub.listRuns({ query: { own: true, limit: pageSize, before } }),
    initialPageParam: undefined as string | undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.some(({ status }) => !isOver(status))) ? lookAgainMs : false,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
  });
  const all = useMemo(() => toConversations(query.data?.pages.flat() ?? []), [query.data]);
  if (query.isPending) return <Loading />;
  if (query.error !== null) return <Failed error={query.error} again={() => void query.refetch()} />;
  if (all.length === 0) return <p className="px-3 py-4 text-sm text-muted">{words.noConversations}</p>;
  return (
    <VirtualList
      items={all}
      label={words.conversations}
      rowHeight={56}
      keyOf={({ id }) => id}
      onEnd={() => void (query.hasNextPage && !query.isFetching && query.fetchNextPage())}
      className="max-h-[40dvh] md:max-h-[calc(100dvh-9rem)]"
    >
      {(one) => <Row conversation={one} isChosen={one.id === chosen} />}
    </VirtualList>
  );
}

interface RowProps {
  readonly conversation: Conversation;
  readonly isChosen: boolean;
}

function Row({ conversation: { id, title, last }, isChosen }: RowProps) {
  return (
    <Link
      to="/chat"
      search={{ conversation: id }}
      aria-current={isChosen}
      className={`flex flex-col gap-0.5 border-b border-line px-3 py-2 hover:bg-sunken ${isChosen ? 'bg-accent-soft' : ''}`}
    >
      <span className="truncate">
        <Foreign text={showLine(title)} />
      </span>
      <span className="flex items-center gap-2 text-sm text-muted">
        <span className="min-w-0 grow truncate">{last.agent}</span>
        {isOver(last.status) ? <Ago at={last.createdAt} /> : <RunBadge status={last.status} />}
      </span>
    </Link>
  );
}
