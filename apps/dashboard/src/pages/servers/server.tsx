import type { ServerDetail } from '@patchbay/contracts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { useMay } from '../../app/access.ts';
import { recentEvents, server as one } from '../../data.ts';
import { serverPage as words, servers } from '../../texts/servers.ts';
import { EventList } from '../../ui/event-list.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Await, Empty } from '../../ui/states.tsx';
import { TabList } from '../../ui/tabs.tsx';
import { Foreign } from '../../ui/text.tsx';
import { EditServer } from './edit-server.tsx';
import { ServerActions } from './server-actions.tsx';
import { ServerFacts } from './server-facts.tsx';
import { ServerOutput } from './server-output.tsx';
import { ServerTools } from './server-tools.tsx';
import { Reason, StatusBadge } from './status.tsx';

const route = getRouteApi('/servers/$name');

export function ServerPage() {
  const { name } = route.useParams();
  const query = useQuery(one(name));
  const [isEditing, setEditing] = useState(false);
  return (
    <Page
      title={name}
      back={<Link to="/servers">{servers.title}</Link>}
      about={query.data?.description ?? query.data?.title ?? undefined}
      actions={query.data && <ServerActions server={query.data} onEdit={() => setEditing(true)} />}
    >
      <Await of={query}>
        {(server) => (
          <>
            <p className="flex flex-wrap items-center gap-3" data-testid="status">
              <StatusBadge status={server.status} />
              <span className="min-w-0 foreign">
                <Reason server={server} />
              </span>
            </p>
            <Details server={server} />
            {isEditing && <EditServer server={server} onClose={() => setEditing(false)} />}
          </>
        )}
      </Await>
    </Page>
  );
}

function Details({ server }: { readonly server: ServerDetail }) {
  const may = useMay();
  const { output, ...others } = words.tabs;
  const { history, ...first } = others;
  const hasOutput = server.transport === 'STDIO' && may('operator');
  return (
    <Tabs.Root defaultValue="facts" className="flex flex-col gap-4">
      <TabList label={server.name} tabs={hasOutput ? { ...first, output, history } : others} />
      <Tabs.Content value="facts" className="flex flex-col gap-4">
        <ServerFacts server={server} />
        {server.instructions !== null && (
          <Panel title={words.instructions}>
            <p className="p-4 foreign">
              <Foreign text={server.instructions} />
            </p>
          </Panel>
        )}
      </Tabs.Content>
      <Tabs.Content value="tools">
        <ServerTools server={server} />
      </Tabs.Content>
      {hasOutput && (
        <Tabs.Content value="output">
          <ServerOutput name={server.name} />
        </Tabs.Content>
      )}
      <Tabs.Content value="history">
        <History name={server.name} />
      </Tabs.Content>
    </Tabs.Root>
  );
}

function History({ name }: { readonly name: string }) {
  const query = useQuery(recentEvents(name));
  return (
    <Panel>
      <Await of={query}>
        {(events) =>
          events.length === 0 ? (
            <Empty title={words.noHistory} />
          ) : (
            <EventList events={events} label={words.history} />
          )
        }
      </Await>
    </Panel>
  );
}
