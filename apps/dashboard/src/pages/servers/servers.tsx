import { serverStatuses, type ServerStatus, type ServerView } from '@patchbay/contracts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useMemo, useSyncExternalStore } from 'react';
import { useMay } from '../../app/access.ts';
import { servers as known } from '../../data.ts';
import { servers as words } from '../../texts/servers.ts';
import { Button } from '../../ui/button.tsx';
import { SearchBox } from '../../ui/fields.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Await, Empty } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { AddServer } from './add-server.tsx';
import { removals } from './removals.ts';
import { Reason, StatusBadge } from './status.tsx';

const route = getRouteApi('/servers');

export function Servers() {
  const may = useMay();
  const navigate = route.useNavigate();
  const { q = '', status, add } = route.useSearch();
  const query = useQuery(known);
  const setAdd = (isOpen: boolean): void =>
    void navigate({
      search: ({ add: _, ...rest }) => (isOpen ? { ...rest, add: '1' } : rest),
      replace: true,
    });
  const addButton = may('admin') && (
    <Button kind="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdd(true)}>
      {words.add}
    </Button>
  );
  return (
    <Page title={words.title} about={words.about} actions={addButton}>
      <Await of={query}>
        {(all) =>
          all.length === 0 ? (
            <Panel>
              <Empty title={words.none} action={addButton}>
                {words.noneAbout}
              </Empty>
            </Panel>
          ) : (
            <>
              <Filters all={all} q={q} status={status} />
              <ServerList all={all} q={q} status={status} />
            </>
          )
        }
      </Await>
      {add !== undefined && <AddServer onClose={() => setAdd(false)} />}
    </Page>
  );
}

interface Wanted {
  readonly all: readonly ServerView[];
  readonly q: string;
  readonly status: string | undefined;
}

function Filters({ all, q, status }: Wanted) {
  const navigate = route.useNavigate();
  const set = (next: { q?: string; status?: string }): void =>
    void navigate({
      search: Object.fromEntries(Object.entries({ q, status, ...next }).filter(([, v]) => v)),
      replace: true,
    });
  const present = serverStatuses.filter((one) => all.some((server) => server.status === one));
  const count = (one: ServerStatus): string => String(all.filter((server) => server.status === one).length);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox label={words.search} value={q} onChange={(text) => set({ q: text })} />
      <div role="group" aria-label={words.filter} className="flex flex-wrap gap-1">
        {present.map((one) => (
          <Button
            key={one}
            kind={status === one ? 'plain' : 'quiet'}
            aria-pressed={status === one}
            onClick={() => set({ status: status === one ? '' : one })}
          >
            {words.statuses[one]} <span className="tabular-nums">{count(one)}</span>
          </Button>
        ))}
      </div>
    </div>
  );
}

function ServerList({ all, q, status }: Wanted) {
  const going = useSyncExternalStore(removals.subscribe, removals.list);
  const wanted = useMemo(() => {
    const text = q.toLowerCase();
    const fits = ({ name, title, description }: ServerView): boolean =>
      [name, title, description].some((part) => part?.toLowerCase().includes(text));
    return all.filter(
      (one) => !going.has(one.name) && (!status || one.status === status) && (text === '' || fits(one)),
    );
  }, [all, q, status, going]);
  if (wanted.length === 0) return <Empty title={words.noMatch} />;
  return (
    <Panel>
      <VirtualList
        items={wanted}
        label={words.title}
        rowHeight={64}
        keyOf={({ name }) => name}
        className="max-h-[calc(100dvh-13rem)]"
      >
        {(server) => <ServerRow server={server} />}
      </VirtualList>
    </Panel>
  );
}

function ServerRow({ server }: { readonly server: ServerView }) {
  const { name, title, status, transport, toolCount, session, statusSince } = server;
  return (
    <Link
      to="/servers/$name"
      params={{ name }}
      className="grid gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 hover:bg-sunken md:grid-cols-[minmax(10rem,1fr)_10rem_5rem_6rem_8rem] md:items-center"
    >
      <span className="min-w-0">
        <span className="block font-medium foreign">{name}</span>
        <span className="line-clamp-2 text-sm foreign">
          {status === 'CONNECTED' ? <span className="text-muted">{title}</span> : <Reason server={server} />}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 md:contents">
        <span>
          <StatusBadge status={status} />
        </span>
        <span className="text-sm text-muted">{transport}</span>
        <span className="text-sm text-muted tabular-nums">{words.tools(toolCount)}</span>
        <span className="text-sm text-muted">
          {session?.protocolVersion ? words.protocol(session.protocolVersion) : <Ago at={statusSince} />}
        </span>
      </span>
    </Link>
  );
}
