import type { MeshNode } from '@patchbay/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../app/access.ts';
import { keys } from '../../data.ts';
import { meshAgent as words } from '../../texts/mesh.ts';
import { Facts } from '../../ui/page.tsx';
import { Foreign } from '../../ui/text.tsx';
import { Ago } from '../../ui/time.tsx';
import { HealthBadge, Runtime } from './agent-badges.tsx';
import { AgentName } from './agent-name.tsx';
import { AgentNeeds } from './agent-needs.tsx';
import { AgentTools } from './agent-tools.tsx';
import { DetailFrame, Part } from './detail-frame.tsx';
import type { Topology } from './topology.ts';
import { TrafficList } from './traffic-list.tsx';

interface AgentDetailProps {
  readonly id: string;
  readonly topology: Topology;
  readonly close: () => void;
}

export function AgentDetail({ id, topology, close }: AgentDetailProps) {
  const agent = topology.agents.find((one) => one.id === id);
  if (!agent)
    return (
      <DetailFrame title={id} close={close}>
        <p className="border-t border-line p-4 text-muted">{words.gone}</p>
      </DetailFrame>
    );
  const badges = (
    <>
      <HealthBadge status={agent.status} />
      <Runtime runtime={agent.runtime} />
    </>
  );
  const traffic = topology.lines.flatMap((line) => line.traffic);
  return (
    <DetailFrame title={agent.name} close={close} badges={badges}>
      {agent.description !== '' && (
        <p className="foreign border-t border-line px-4 py-3 text-muted">
          <Foreign text={agent.description} />
        </p>
      )}
      <AgentTools tools={agent.capabilities} />
      <AgentNeeds agent={agent} topology={topology} />
      <Part title={words.traffic}>
        <TrafficList
          traffic={traffic.filter(({ from, to }) => from === id || to === id)}
          of={id}
          agents={topology.agents}
        />
      </Part>
      <AgentFacts agent={agent} />
      <AgentName agent={agent} />
    </DetailFrame>
  );
}

function AgentFacts({ agent }: { readonly agent: MeshNode }) {
  const { facts } = words;
  const { server, entity_id: owner } = agent;
  const link = server !== null && (
    <Link to="/servers/$name" params={{ name: server }} className="underline underline-offset-2">
      {server}
    </Link>
  );
  return (
    <div className="border-t border-line">
      <Facts
        rows={[
          [facts.id, <Foreign key="id" text={agent.id} />],
          [facts.endpoint, <Foreign key="endpoint" text={agent.endpoint} />],
          [facts.version, <Foreign key="version" text={agent.version} />],
          [facts.type, words.types[agent.agent_type] ?? agent.agent_type],
          [facts.namespace, <Foreign key="namespace" text={agent.namespace} />],
          [facts.owner, owner === undefined ? words.noOwner : <Owner key="owner" id={owner} />],
          [facts.seen, <Ago key="seen" at={agent.last_seen} everyMs={1_000} />],
          [facts.since, <Ago key="since" at={agent.created_at} />],
          [facts.server, link || words.notInCatalog],
        ]}
      />
    </div>
  );
}

/** Admins know keys by their names. */
function Owner({ id }: { readonly id: string }) {
  const may = useMay();
  const { data = [] } = useQuery({ ...keys, enabled: may('admin') });
  const key = data.find((one) => `key:${one.id}` === id);
  return <Foreign text={key?.name ?? id} />;
}
