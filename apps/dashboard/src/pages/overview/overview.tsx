import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { health, rates, recentEvents, servers } from '../../data.ts';
import { overview as words } from '../../texts/overview.ts';
import { Badge } from '../../ui/badge.tsx';
import { EventList } from '../../ui/event-list.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Await, Empty, Loading } from '../../ui/states.tsx';
import { formatSpan } from '../../ui/time.tsx';
import { Attention } from './attention.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Tiles } from './tiles.tsx';

const RateCharts = lazy(async () => ({ default: (await import('./rate-charts.tsx')).RateCharts }));
const tones = { ok: 'good', degraded: 'warn', unhealthy: 'bad' } as const;

export function Overview() {
  const hub = useQuery(health);
  const known = useQuery(servers);
  const events = useQuery(recentEvents());
  const about = hub.data && words.about(hub.data.version, formatSpan(hub.data.uptimeMs));
  const badge = hub.data && <Badge tone={tones[hub.data.status]}>{words.states[hub.data.status]}</Badge>;
  return (
    <Page title={words.title} about={about} actions={badge}>
      {known.data?.length === 0 && <FirstSteps />}
      <Tiles />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Charts />
        <div className="flex min-w-0 flex-col gap-4">
          <Attention />
          <Panel title={words.lately}>
            <Await of={events}>
              {(all) =>
                all.length === 0 ? (
                  <Empty title={words.latelyNone} />
                ) : (
                  <EventList events={all.slice(0, 12)} label={words.lately} />
                )
              }
            </Await>
          </Panel>
        </div>
      </div>
    </Page>
  );
}

function Charts() {
  const query = useQuery(rates);
  return (
    <Await of={query}>
      {(minutes) => (
        <Suspense fallback={<Loading />}>
          <RateCharts minutes={minutes} />
        </Suspense>
      )}
    </Await>
  );
}
