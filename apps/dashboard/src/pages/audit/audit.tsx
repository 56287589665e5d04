import type { AuditRowView } from '@patchbay/contracts';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { hub } from '../../hub.ts';
import { audit as words } from '../../texts/audit.ts';
import { Button } from '../../ui/button.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { toasts } from '../../ui/toasts.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditRow } from './audit-row.tsx';
import { download } from './download.ts';
import { toQuery } from './to-query.ts';

const route = getRouteApi('/audit');

export function Audit() {
  const search = route.useSearch();
  const wanted = useMemo(() => toQuery(search), [search]);
  const query = useInfiniteQuery({
    queryKey: ['audit', wanted],
    queryFn: ({ pageParam }) => hub.listAudit({ query: { ...wanted, limit: 200, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: 10_000,
  });
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  const more = (): void => void (query.hasNextPage && !query.isFetching && query.fetchNextPage());
  const isFiltered = Object.keys(wanted).length > 0;
  return (
    <Page title={words.title} about={words.about} actions={<Actions />}>
      <AuditFilters />
      {query.error !== null && <Failed error={query.error} again={() => void query.refetch()} />}
      <Panel>
        {query.isPending && <Loading />}
        {query.isSuccess && rows.length === 0 && <Empty title={isFiltered ? words.noMatch : words.none} />}
        {rows.length > 0 && <Rows rows={rows} onEnd={more} />}
      </Panel>
    </Page>
  );
}

function Rows({ rows, onEnd }: { readonly rows: readonly AuditRowView[]; readonly onEnd: () => void }) {
  return (
    <VirtualList
      items={rows}
      label={words.title}
      rowHeight={44}
      keyOf={({ seq }) => String(seq)}
      onEnd={onEnd}
      className="max-h-[calc(100dvh-15rem)]"
    >
      {(row) => <AuditRow row={row} />}
    </VirtualList>
  );
}

function Actions() {
  const search = route.useSearch();
  const failed = (error: Error): void => void toasts.say(error.message, { tone: 'bad' });
  const save = useMutation({
    mutationFn: async (format: 'csv' | 'jsonl') =>
      download(await hub.exportAudit({ query: { ...toQuery(search), format } }), `patchbay-audit.${format}`),
    onError: failed,
  });
  const verify = useMutation({
    mutationFn: () => hub.verifyAudit(),
    onSuccess: ({ ok, rows, firstBroken }) =>
      ok
        ? toasts.say(words.verified(rows))
        : toasts.say(words.broken(firstBroken?.seq ?? 0, firstBroken?.reason ?? ''), {
            tone: 'bad',
            lastsMs: 60_000,
          }),
    onError: failed,
  });
  return (
    <>
      <Button disabled={verify.isPending} onClick={() => verify.mutate()}>
        {words.verify}
      </Button>
      <Button disabled={save.isPending} onClick={() => save.mutate('csv')}>
        {save.isPending ? words.exporting : words.exportCsv}
      </Button>
      <Button disabled={save.isPending} onClick={() => save.mutate('jsonl')}>
        {words.exportJsonl}
      </Button>
    </>
  );
}
