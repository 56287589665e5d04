import { meshAgent, meshLine as words } from '../../texts/mesh.ts';
import { useExplained } from './agent-needs.tsx';
import { DetailFrame, Part } from './detail-frame.tsx';
import { Need } from './need.tsx';
import type { Line, Topology } from './topology.ts';
import { TrafficList } from './traffic-list.tsx';

interface LineDetailProps {
  readonly id: string;
  readonly topology: Topology;
  readonly close: () => void;
}

/** What one agent has of another, and why it is that one. */
export function LineDetail({ id, topology, close }: LineDetailProps) {
  const { agents, lines } = topology;
  const line = lines.find((one) => one.id === id);
  if (!line)
    return (
      <DetailFrame title={id} close={close}>
        <p className="border-t border-line p-4 text-muted">{meshAgent.gone}</p>
      </DetailFrame>
    );
  const nameOf = (agent: string): string => agents.find((one) => one.id === agent)?.name ?? words.nobody;
  return (
    <DetailFrame title={words.title(nameOf(line.from), nameOf(line.to))} close={close}>
      <Needs line={line} topology={topology} />
      <Part title={meshAgent.traffic}>
        <TrafficList traffic={line.traffic} agents={agents} />
      </Part>
    </DetailFrame>
  );
}

function Needs({ line, topology }: { readonly line: Line; readonly topology: Topology }) {
  const explained = useExplained(line.from);
  return (
    <ul className="flex flex-col gap-3 border-t border-line px-4 py-3">
      {line.needs.length === 0 && <li className="text-muted">{words.noNeed}</li>}
      {line.needs.map((need) => (
        <li key={`${need.kind} ${need.fromFunction} ${String(need.index)} ${need.capability}`}>
          <Need need={need} explained={explained(need)} agents={topology.agents} />
        </li>
      ))}
    </ul>
  );
}
