import type { MeshNode, MeshTraffic } from '@patchbay/contracts';
import { mesh, meshAgent as words, meshLine } from '../../texts/mesh.ts';
import { Foreign } from '../../ui/text.tsx';
import { Ago } from '../../ui/time.tsx';
import { AgentLink } from './need.tsx';

interface TrafficListProps {
  readonly traffic: readonly MeshTraffic[];
  /** Whose; the other end is named. Without it, both are known. */
  readonly of?: string;
  readonly agents: readonly MeshNode[];
}

export function TrafficList({ traffic, of, agents }: TrafficListProps) {
  if (traffic.length === 0) return <p className="text-muted">{words.noTraffic}</p>;
  return (
    <>
      <p className="mb-1.5 text-sm text-muted">{words.direct}</p>
      <ul className="flex flex-col gap-2">
        {traffic.map((one) => (
          <li key={`${one.from} ${one.fromFunction} ${one.endpoint} ${one.toFunction}`}>
            <OneWay call={one} of={of} agents={agents} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface OneWayProps extends Pick<TrafficListProps, 'agents'> {
  readonly call: MeshTraffic;
  readonly of: string | undefined;
}

function OneWay({ call, of, agents }: OneWayProps) {
  const { from, to, fromFunction, toFunction, calls, errors, lastAt, lastTraceId } = call;
  const other = of === from ? to : from;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        {of !== undefined && (
          <span className="min-w-0 foreign">
            <span className="text-muted">{of === from ? words.callsTo : words.calledBy}</span>{' '}
            <AgentLink id={other ?? ''} agents={agents} />
          </span>
        )}
        <span className={`tabular-nums ${errors > 0 ? 'text-bad' : ''}`}>{mesh.calls(calls, errors)}</span>
        <span className="text-sm text-muted">
          <Ago at={lastAt} />
        </span>
      </p>
      <p className="foreign font-mono text-xs text-muted">
        <Foreign text={`${fromFunction} → ${toFunction}`} />
      </p>
      {lastTraceId !== '' && of === undefined && (
        <p className="foreign text-xs text-muted">
          {meshLine.lastTrace}: <code className="font-mono">{lastTraceId}</code>
        </p>
      )}
    </>
  );
}
