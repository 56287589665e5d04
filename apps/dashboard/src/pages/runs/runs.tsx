import { runStatuses, showLine, type ListedRunView, type RunStatus } from '@patchbay/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMay } from '../../app/access.ts';
import { agents, isOver, lookAgainMs } from '../../data.ts';
import { hub } from '../../hub.ts';
import { RunBadge } from '../../runs/run-badge.tsx';
import { runs as words } from '../../texts/runs.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Select } from '../../ui/fields.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { Foreign } from '../../ui/text.tsx';
import { Ago } from '../../ui/time.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';

const route = getRouteApi('/runs');
const pageSize = 100;

export function Runs() {
  const may = useMay();
  const { status, agent } = route.useSearch();
  const query = useRuns(status, agent);
  const all = query.data?.pages.flat() ?? [];
  const isFiltered = status !== undefined || agent !== undefined;
  return (
    <Page title={words.title} about={may('admin') ? words.about : words.aboutOwn}>
      <Filters />
      {query.error !== null && <Failed error={query.error} again={() => void query.refetch()} />}
      <Panel>
        {query.isPending && <Loading />}
        {query.isSuccess && all.length === 0 && <NoRuns isFiltered={isFiltered} />}
        {all.length > 0 && (
          <VirtualList
            items={all}
            label={words.title}
            rowHeight={60}
            keyOf={({ id }) => id}
            onEnd={() => void (query.hasNextPage && !query.isFetching && query.fetchNextPage())}
            className="max-h-[calc(100dvh-15rem)]"
          >
            {(run) => <RunRow run={run} />}
          </VirtualList>
        )}
      </Panel>
    </Page>
  );
}

function useRuns(status: string | undefined, agent: string | undefined) {
  return useInfiniteQuery({
    queryKey: ['runs', 'list', status, agent],
    queryFn: ({ pageParam: before }) =>
      // what it does not know, the hub refuses with a reason
      hub.listRuns({ query: { status: status as RunStatus | undefined, agent, before, limit: pageSize } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (hasOpen(state.data?.pages) ? lookAgainMs : 10_000),
  });
}

function hasOpen(pages: readonly (readonly ListedRunView[])[] = []): boolean {
  return pages.some((page) => page.some(({ status }) => !isOver(status)));
}

function NoRuns({ isFiltered }: { readonly isFiltered: boolean }) {
  const may = useMay();
  if (isFiltered) return <Empty title={words.noMatch} />;
  const chat = may('operator') && (
    <Link to="/chat" className={buttonClass('primary')}>
      {words.openChat}
    </Link>
  );
  return (
    <Empty title={words.none} action={chat || undefined}>
      {words.noneAbout}
    </Empty>
  );
}

function Filters() {
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const { data = [] } = useQuery(agents);
  const names = [
    ...new Set([...data.map(({ name }) => name), 'call', ...(search.agent ? [search.agent] : [])]),
  ];
  const set = (part: { status?: string; agent?: string }): void =>
    void navigate({
      search: Object.fromEntries(Object.entries({ ...search, ...part }).filter(([, value]) => value)),
      replace: true,
    });
  return (
    <div className="grid grid-cols-2 items-end gap-2 sm:grid-cols-[12rem_12rem_auto] sm:justify-start">
      <Select
        label={words.filters.status}
        value={search.status ?? ''}
        options={[['', words.any], ...runStatuses.map((one) => [one, words.statuses[one]] as const)]}
        onChange={(event) => set({ status: event.target.value })}
      />
      <Select
        label={words.filters.agent}
        value={search.agent ?? ''}
        options={[['', words.any], ...names.map((name) => [name, name] as const)]}
        onChange={(event) => set({ agent: event.target.value })}
      />
      {(search.status !== undefined || search.agent !== undefined) && (
        <Button
          kind="quiet"
          className="max-sm:col-span-2"
          onClick={() => void navigate({ search: {}, replace: true })}
        >
          {words.clear}
        </Button>
      )}
    </div>
  );
}

function RunRow({ run }: { readonly run: ListedRunView }) {
  const { id, input, agent, model, status, createdAt, endedAt } = run;
  return (
    <Link
      to="/runs/$id"
      params={{ id }}
      className="grid gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 hover:bg-sunken md:grid-cols-[minmax(12rem,1fr)_10rem_5rem_6rem] md:items-center"
    >
      <span className="min-w-0">
        <span className="block truncate font-medium">
          <Foreign text={showLine(input)} />
        </span>
        <span className="block truncate text-sm text-muted">
          {model === 'none' ? words.byHand : words.who(agent, model)}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 md:contents">
        <span>
          <RunBadge status={status} />
        </span>
        <span className="text-sm text-muted tabular-nums">
          {endedAt !== null && words.took(Date.parse(endedAt) - Date.parse(createdAt))}
        </span>
        <span className="text-sm text-muted">
          <Ago at={createdAt} />
        </span>
      </span>
    </Link>
  );
}
