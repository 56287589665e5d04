import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { showLine } from '@patchbay/contracts';
import { tools as offered } from '../../data.ts';
import { common } from '../../texts/common.ts';
import { tools as words } from '../../texts/tools.ts';
import { SearchBox } from '../../ui/fields.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Await, Empty } from '../../ui/states.tsx';
import { Foreign } from '../../ui/text.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { ToolDetail } from './tool-detail.tsx';
import { searchTools, toTool, type Tool } from './tool.ts';

const route = getRouteApi('/tools');

export function Tools() {
  const query = useQuery(offered);
  const { tool } = route.useSearch();
  const all = useMemo(() => (query.data ?? []).map(toTool), [query.data]);
  const chosen = all.find(({ name }) => name === tool);
  return (
    <Page title={words.title}>
      <Await of={query}>
        {() =>
          all.length === 0 && tool === undefined ? (
            <Panel>
              <Empty title={words.none}>{words.noneAbout}</Empty>
            </Panel>
          ) : (
            <div className="grid items-start gap-4 md:grid-cols-[minmax(16rem,22rem)_1fr]">
              <Catalogue all={all} />
              {tool === undefined ? (
                <p className="hidden p-6 text-muted md:block">{words.choose}</p>
              ) : (
                <ToolDetail key={tool} name={tool} tool={chosen} />
              )}
            </div>
          )
        }
      </Await>
    </Page>
  );
}

function Catalogue({ all }: { readonly all: readonly Tool[] }) {
  const navigate = route.useNavigate();
  const { q = '', server = '', tool } = route.useSearch();
  const text = useDeferredValue(q);
  const servers = useMemo(() => [...new Set(all.map((one) => one.server))], [all]);
  const shown = useMemo(
    () => searchTools(server === '' ? all : all.filter((one) => one.server === server), text),
    [all, server, text],
  );
  const set = (next: { q?: string; server?: string }): void =>
    void navigate({
      search: Object.fromEntries(Object.entries({ q, server, tool, ...next }).filter(([, value]) => value)),
      replace: true,
    });
  return (
    <div className={`flex min-w-0 flex-col gap-2 ${tool === undefined ? '' : 'max-md:hidden'}`}>
      <div className="flex gap-2">
        <SearchBox label={words.search} value={q} onChange={(next) => set({ q: next })} />
      </div>
      <ServerChoice servers={servers} value={server} onChange={(next) => set({ server: next })} />
      <p role="status" className="text-sm text-muted">
        {words.count(shown.length, all.length)}
      </p>
      <Panel>
        {shown.length === 0 ? (
          <Empty title={words.noMatch} />
        ) : (
          <VirtualList
            items={shown}
            label={words.title}
            rowHeight={56}
            keyOf={({ name }) => name}
            className="max-h-[calc(100dvh-15rem)]"
          >
            {(one) => <ToolRow tool={one} isChosen={one.name === tool} />}
          </VirtualList>
        )}
      </Panel>
    </div>
  );
}

interface ServerChoiceProps {
  readonly servers: readonly string[];
  readonly value: string;
  readonly onChange: (server: string) => void;
}

function ServerChoice({ servers, value, onChange }: ServerChoiceProps) {
  return (
    <select
      aria-label={words.server}
      className="field"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{words.allServers}</option>
      {servers.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}

function ToolRow({
  tool: { name, description },
  isChosen,
}: {
  readonly tool: Tool;
  readonly isChosen: boolean;
}) {
  return (
    <Link
      to="/tools"
      search={(before) => ({ ...before, tool: name })}
      aria-current={isChosen}
      className={`block border-b border-line px-3 py-2 hover:bg-sunken ${isChosen ? 'bg-accent-soft' : ''}`}
    >
      <code className="block truncate font-mono text-[13px] font-medium">
        <Foreign text={name} />
      </code>
      <span className="block truncate text-sm text-muted">
        {description === '' ? common.none : showLine(description)}
      </span>
    </Link>
  );
}
