import type { EventView } from '@patchbay/contracts';
import { events as words } from '../texts/events.ts';
import { Dot, type Tone } from './badge.tsx';
import { Foreign } from './text.tsx';
import { Ago } from './time.tsx';

/** What happened, newest first. */
export function EventList({
  events,
  label,
}: {
  readonly events: readonly EventView[];
  readonly label: string;
}) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {events.map((event) => (
        <li key={event.id} className="flex items-baseline gap-3 px-4 py-2">
          <Dot tone={toneOf(event)} />
          <p className="min-w-0 grow foreign">
            <Foreign text={words[event.name]?.(event.data) ?? event.name} />
          </p>
          <span className="shrink-0 text-sm text-muted">
            <Ago at={event.at} />
          </span>
        </li>
      ))}
    </ul>
  );
}

const statuses: Readonly<Record<string, Tone>> = { CONNECTED: 'good', FAILED: 'bad', CONNECTING: 'accent' };
const names: Readonly<Record<string, Tone>> = {
  'tool.changed': 'warn',
  'tool.found': 'warn',
  'call.outcome-unknown': 'bad',
  'approval.requested': 'accent',
};

function toneOf({ name, data }: EventView): Tone {
  if (name === 'server.status-changed') return statuses[String(data['status'])] ?? 'none';
  return names[name] ?? 'none';
}
