import type { MeshEdge, MeshExplanation, MeshNode } from '@patchbay/contracts';
import { Link } from '@tanstack/react-router';
import { meshLine as words } from '../../texts/mesh.ts';
import { Badge } from '../../ui/badge.tsx';
import { Foreign } from '../../ui/text.tsx';

interface NeedProps {
  readonly need: MeshEdge;
  readonly explained: MeshExplanation | undefined;
  readonly agents: readonly MeshNode[];
}

export function Need({ need, explained, agents }: NeedProps) {
  const { fromFunction, kind, capability, isRequired, to, why } = need;
  return (
    <>
      <p className="foreign">
        <code className="font-mono text-[13px]">
          <Foreign text={fromFunction} />
        </code>{' '}
        <span className="text-muted">{words.kinds[kind]}</span>{' '}
        <code className="font-mono text-[13px] font-medium">
          <Foreign text={capability} />
        </code>{' '}
        <span aria-hidden className="text-muted">
          →
        </span>{' '}
        {to === null ? (
          <span className="text-bad">{words.nobody}</span>
        ) : (
          <AgentLink id={to} agents={agents} />
        )}{' '}
        {isRequired && (
          <span title={words.requiredHint}>
            <Badge>{words.required}</Badge>
          </span>
        )}
      </p>
      <p className={`foreign text-sm ${to === null ? 'text-bad' : 'text-muted'}`}>
        <Foreign text={`${words.why}: ${why}`} />
      </p>
      {explained && <Stages stages={explained.stages} />}
    </>
  );
}

export function AgentLink({ id, agents }: { readonly id: string; readonly agents: readonly MeshNode[] }) {
  return (
    <Link
      to="/network"
      search={({ line: _, ...before }) => ({ ...before, agent: id })}
      className="underline underline-offset-2"
    >
      <Foreign text={agents.find((one) => one.id === id)?.name ?? id} />
    </Link>
  );
}

function Stages({ stages }: Pick<MeshExplanation, 'stages'>) {
  return (
    <details className="mt-1">
      <summary className="text-sm text-muted hover:text-text">{words.stages}</summary>
      <ol className="mt-1 flex flex-col gap-1.5 border-l-2 border-line pl-3 text-sm">
        {stages.map(({ stage, kept, evicted = [] }) => (
          <li key={stage}>
            <p className="foreign">
              <span className="text-muted">{words.stage[stage] ?? stage}: </span>
              {kept.length === 0 ? words.nobodyLeft : <Foreign text={kept.join(', ')} />}
            </p>
            {evicted.map(({ id, reason, details }) => (
              <p key={id} className="foreign text-bad">
                <Foreign text={`${id} ${words.reasons[reason] ?? reason}`} />
                {details && (
                  <code className="block font-mono text-xs text-muted">
                    <Foreign text={JSON.stringify(details)} />
                  </code>
                )}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </details>
  );
}
