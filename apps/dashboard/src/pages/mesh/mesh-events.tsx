import type { MeshEventType, MeshEventView } from '@patchbay/contracts';
import { useQuery } from '@tanstack/react-query';
import { meshEvents } from '../../data.ts';
import { mesh, meshEvents as words } from '../../texts/mesh.ts';
import { Dot, type Tone } from '../../ui/badge.tsx';
import { Await, Empty } from '../../ui/states.tsx';
import { Foreign } from '../../ui/text.tsx';
import { Ago } from '../../ui/time.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';

const tones: Partial<Record<MeshEventType, Tone>> = {
  register: 'good',
  dependency_resolved: 'good',
  unhealthy: 'bad',
  dependency_unresolved: 'bad',
  unregister: 'warn',
};

export function MeshEvents() {
  const query = useQuery(meshEvents());
  return (
    <Await of={query}>
      {(events) =>
        events.length === 0 ? (
          <Empty title={words.none}>{words.noneAbout}</Empty>
        ) : (
          <VirtualList
            items={events.map((event, at) => ({ event, at: events.length - at }))}
            label={mesh.views.events}
            rowHeight={38}
            keyOf={({ event, at }) => `${event.timestamp} ${String(at)}`}
            className="max-h-[calc(100dvh-16rem)] min-h-64"
          >
            {({ event }) => <Row event={event} />}
          </VirtualList>
        )
      }
    </Await>
  );
}

function Row({ event }: { readonly event: MeshEventView }) {
  return (
    <div className="flex items-baseline gap-3 border-b border-line px-4 py-2">
      <Dot tone={tones[event.event_type] ?? 'none'} />
      <p className="min-w-0 grow foreign">
        <Foreign text={sayOf(event)} />
      </p>
      <span className="shrink-0 text-sm text-muted">
        <Ago at={event.timestamp} />
      </span>
    </div>
  );
}

function sayOf({
  event_type: type,
  agent_id: id,
  agent_name: name,
  function_name: called,
  data,
}: MeshEventView) {
  const reason = textIn(data, 'reason') ?? '';
  const who = `${name ?? id}${called === undefined ? '' : `.${called}`}`;
  const what = textIn(data['spec'], 'capability') ?? '?';
  return words.says[type]({ who, what, chosen: textIn(data['chosen'], 'agent_id') ?? '?', reason });
}

function textIn(data: unknown, name: string): string | undefined {
  const value =
    typeof data === 'object' && data !== null
      ? Object.entries(data).find(([key]) => key === name)
      : undefined;
  return typeof value?.[1] === 'string' ? value[1] : undefined;
}
