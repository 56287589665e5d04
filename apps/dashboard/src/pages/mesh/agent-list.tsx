import { showLine, type MeshNode } from '@patchbay/contracts';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { mesh as words } from '../../texts/mesh.ts';
import { SearchBox } from '../../ui/fields.tsx';
import { Panel } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Foreign } from '../../ui/text.tsx';
import { Ago } from '../../ui/time.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { HealthBadge, Runtime } from './agent-badges.tsx';
import { searchAgents } from './topology.ts';

const route = getRouteApi('/network');

/** What the picture shows, in words: for keyboards, for those who cannot see it, and for many agents. */
export function AgentList({ agents }: { readonly agents: readonly MeshNode[] }) {
  const navigate = route.useNavigate();
  const { q = '', agent: chosen } = route.useSearch();
  const text = useDeferredValue(q);
  const shown = useMemo(() => searchAgents(agents, text), [agents, text]);
  const setQ = (next: string): void =>
    void navigate({
      search: ({ q: _, ...rest }) => (next === '' ? rest : { ...rest, q: next }),
      replace: true,
    });
  return (
    <div className="flex flex-col gap-2">
      <SearchBox label={words.search} value={q} onChange={setQ} />
      <Panel>
        {shown.length === 0 ? (
          <Empty title={words.noMatch} />
        ) : (
          <VirtualList
            items={shown}
            label={words.title}
            rowHeight={66}
            keyOf={({ id }) => id}
            className="max-h-[calc(100dvh-19rem)] min-h-64"
          >
            {(agent) => <AgentRow agent={agent} isChosen={agent.id === chosen} />}
          </VirtualList>
        )}
      </Panel>
    </div>
  );
}

function AgentRow({ agent, isChosen }: { readonly agent: MeshNode; readonly isChosen: boolean }) {
  const { id, name, status, runtime, capabilities, last_seen: seen } = agent;
  const { total_dependencies: all, dependencies_resolved: met } = agent;
  return (
    <Link
      to="/network"
      search={({ line: _, ...before }) => ({ ...before, agent: id })}
      aria-current={isChosen}
      className={`block border-b border-line px-4 py-2.5 hover:bg-sunken ${isChosen ? 'bg-accent-soft' : ''}`}
    >
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 foreign font-medium">
          <Foreign text={name} />
        </span>
        <HealthBadge status={status} />
        <Runtime runtime={runtime} />
        <span className="text-sm text-muted">{words.provides(capabilities.length)}</span>
        {all > 0 && (
          <span className={`text-sm ${met < all ? 'text-bad' : 'text-muted'}`}>{words.needs(met, all)}</span>
        )}
        <span className="ml-auto text-sm text-muted max-sm:ml-0">
          <Ago at={seen} />
        </span>
      </span>
      <span className="block truncate font-mono text-[13px] text-muted">
        {capabilities.map((one) => showLine(one.name)).join(', ')}
      </span>
    </Link>
  );
}
