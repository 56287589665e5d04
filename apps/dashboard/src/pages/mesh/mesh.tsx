import type { MeshNode } from '@patchbay/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Construction } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useCallback, useMemo } from 'react';
import { useMay } from '../../app/access.ts';
import { meshGraph, meshStatus } from '../../data.ts';
import { hub } from '../../hub.ts';
import { queries } from '../../queries.ts';
import { mesh as words } from '../../texts/mesh.ts';
import { Button } from '../../ui/button.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Await } from '../../ui/states.tsx';
import { TabList } from '../../ui/tabs.tsx';
import { toasts } from '../../ui/toasts.tsx';
import { AgentDetail } from './agent-detail.tsx';
import { AgentList } from './agent-list.tsx';
import { EmptyMesh } from './empty-mesh.tsx';
import type { Choosing } from './graph.tsx';
import { LineDetail } from './line-detail.tsx';
import { MeshEvents } from './mesh-events.tsx';
import { Picture } from './picture.tsx';
import { toTopology, type Topology } from './topology.ts';

const route = getRouteApi('/network');

export function Mesh() {
  const query = useQuery(meshGraph);
  const { data: status } = useQuery(meshStatus);
  const topology = useMemo(() => query.data && toTopology(query.data), [query.data]);
  return (
    <Page title={words.title} about={words.about}>
      {status?.draining === true && <Drained />}
      <Await of={query}>
        {({ agents }) => topology && (agents.length === 0 ? <EmptyMesh /> : <Views topology={topology} />)}
      </Await>
    </Page>
  );
}

function Drained() {
  const may = useMay();
  const undrain = useMutation({
    mutationFn: () => hub.drainMesh({ body: { draining: false } }),
    onSuccess: () => toasts.say(words.undrained),
    onError: (error) => toasts.say(error.message, { tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['mesh'] }),
  });
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-md border border-warn/40 bg-warn-soft px-4 py-2 text-warn"
    >
      <Construction aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 grow basis-64 font-medium">{words.draining}</p>
      {may('admin') && (
        <Button disabled={undrain.isPending} onClick={() => undrain.mutate()}>
          {words.undrain}
        </Button>
      )}
    </div>
  );
}

function useChoosing(): Choosing & { readonly close: () => void } {
  const navigate = route.useNavigate();
  const { agent, line } = route.useSearch();
  const choose = useCallback(
    (next: { agent?: string; line?: string }) =>
      void navigate({ search: ({ agent: _, line: __, ...rest }) => ({ ...rest, ...next }) }),
    [navigate],
  );
  return {
    agent,
    line,
    chooseAgent: useCallback((id) => choose({ agent: id }), [choose]),
    chooseLine: useCallback((id) => choose({ line: id }), [choose]),
    close: useCallback(() => choose({}), [choose]),
  };
}

/** A picture needs room. */
function defaultView(): string {
  return matchMedia('(width < 48rem)').matches ? 'list' : 'graph';
}

function Views({ topology }: { readonly topology: Topology }) {
  const navigate = route.useNavigate();
  const { view = defaultView() } = route.useSearch();
  const choosing = useChoosing();
  const isChosen = choosing.agent !== undefined || choosing.line !== undefined;
  return (
    <Tabs.Root
      value={view in words.views ? view : 'graph'}
      onValueChange={(next) =>
        void navigate({ search: (before) => ({ ...before, view: next }), replace: true })
      }
      className="flex flex-col gap-4"
    >
      <div className={isChosen ? 'max-md:hidden' : ''}>
        <TabList label={words.title} tabs={words.views} />
        <Counts agents={topology.agents} />
      </div>
      <div className={`grid items-start gap-4 ${isChosen ? 'md:grid-cols-[minmax(0,1fr)_24rem]' : ''}`}>
        <div className={`min-w-0 ${isChosen ? 'max-md:hidden' : ''}`}>
          <Tabs.Content value="graph">
            <Picture topology={topology} choosing={choosing} />
          </Tabs.Content>
          <Tabs.Content value="list">
            <AgentList agents={topology.agents} />
          </Tabs.Content>
          <Tabs.Content value="events">
            <Panel>
              <MeshEvents />
            </Panel>
          </Tabs.Content>
        </div>
        <Chosen topology={topology} choosing={choosing} close={choosing.close} />
      </div>
    </Tabs.Root>
  );
}

interface ChosenProps {
  readonly topology: Topology;
  readonly choosing: Choosing;
  readonly close: () => void;
}

function Chosen({ topology, choosing: { agent, line }, close }: ChosenProps) {
  if (agent !== undefined) return <AgentDetail key={agent} id={agent} topology={topology} close={close} />;
  if (line !== undefined) return <LineDetail key={line} id={line} topology={topology} close={close} />;
  return null;
}

/** Of what is in the picture, so that both say the same. */
function Counts({ agents }: { readonly agents: readonly MeshNode[] }) {
  const healthy = agents.filter(({ status }) => status === 'healthy');
  const offered = healthy.flatMap(({ capabilities }) => capabilities.filter(({ available }) => available));
  const capabilities = new Set(offered.map(({ name }) => name)).size;
  return (
    <p role="status" className="mt-3 text-sm text-muted">
      {words.counts(healthy.length, agents.length, capabilities)}
    </p>
  );
}
