import type { MeshNode } from '@patchbay/contracts';
import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import { mesh as words } from '../../texts/mesh.ts';
import { Foreign } from '../../ui/text.tsx';
import { HealthDot, Runtime } from './agent-badges.tsx';
import { shownTools } from './layout.ts';

export type AgentCardNode = Node<
  { readonly agent: MeshNode; readonly isChosen: boolean; readonly onChoose: (id: string) => void },
  'agent'
>;
export type MissingCardNode = Node<{ readonly capability: string }, 'missing'>;

const stripes: Readonly<Record<string, string>> = {
  python: 'border-l-python',
  typescript: 'border-l-typescript',
  java: 'border-l-java',
};

function Ends() {
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} className="invisible" />
      <Handle type="source" position={Position.Right} isConnectable={false} className="invisible" />
    </>
  );
}

export function AgentCard({ data: { agent, isChosen, onChoose } }: NodeProps<AgentCardNode>) {
  const {
    id,
    name,
    status,
    runtime,
    capabilities,
    total_dependencies: all,
    dependencies_resolved: met,
  } = agent;
  const look = isChosen ? 'border-accent ring-2 ring-accent' : 'border-edge/60 hover:border-edge';
  return (
    <>
      <Ends />
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={() => onChoose(id)}
        className={`nopan size-full overflow-hidden rounded-lg border border-l-4 bg-panel px-3 py-2 text-left shadow-xs ${look} ${stripes[runtime] ?? 'border-l-edge'}`}
      >
        <span className="flex items-center gap-2">
          <HealthDot status={status} />
          <span className="min-w-0 grow truncate font-medium">
            <Foreign text={name} />
          </span>
          <Runtime runtime={runtime} />
        </span>
        <span className="block truncate text-xs text-muted">
          {words.statuses[status]}
          {all > 0 && ` · ${words.needs(met, all)}`}
        </span>
        <Offered names={capabilities.map((one) => one.name)} />
      </button>
    </>
  );
}

function Offered({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <span className="mt-1.5 block border-t border-line pt-1">
      {names.slice(0, shownTools).map((name, at) => (
        <code key={at} className="block truncate font-mono text-xs leading-[22px]">
          <Foreign text={name} />
        </code>
      ))}
      {names.length > shownTools && (
        <span className="block text-xs leading-[22px] text-muted">
          {words.more(names.length - shownTools)}
        </span>
      )}
    </span>
  );
}

export function MissingCard({ data: { capability } }: NodeProps<MissingCardNode>) {
  return (
    <>
      <Ends />
      <div className="size-full overflow-hidden rounded-lg border border-dashed border-bad bg-bad-soft px-3 py-1.5">
        <code className="block truncate font-mono text-xs leading-5 font-medium">
          <Foreign text={capability} />
        </code>
        <span className="block truncate text-xs text-bad">{words.missing}</span>
      </div>
    </>
  );
}
