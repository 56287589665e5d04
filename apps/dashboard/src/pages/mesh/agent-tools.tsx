import type { MeshCapability } from '@patchbay/contracts';
import { meshAgent as words } from '../../texts/mesh.ts';
import { Badge } from '../../ui/badge.tsx';
import { Foreign } from '../../ui/text.tsx';
import { Part } from './detail-frame.tsx';

export function AgentTools({ tools }: { readonly tools: readonly MeshCapability[] }) {
  return (
    <Part title={words.tools}>
      {tools.length === 0 ? (
        <p className="text-muted">{words.noTools}</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {tools.map((tool) => (
            <li key={`${tool.function_name} ${tool.name}`}>
              <Tool tool={tool} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function Tool({ tool }: { readonly tool: MeshCapability }) {
  const { name, function_name: called, version, tags, description, unavailable_reason: reason } = tool;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1 foreign">
        <code className="font-mono text-[13px] font-medium">
          <Foreign text={called} />
        </code>
        <span className="text-sm text-muted">
          <Foreign text={version} />
        </span>
        {tags.map((tag) => (
          <Badge key={tag}>
            <Foreign text={tag} />
          </Badge>
        ))}
      </p>
      {name !== called && (
        <p className="foreign text-sm text-muted">
          <Foreign text={words.capability(name)} />
        </p>
      )}
      {description !== '' && (
        <p className="foreign text-muted">
          <Foreign text={description} />
        </p>
      )}
      {reason !== undefined && (
        <p className="foreign text-sm text-bad">
          <Foreign text={reason} />
        </p>
      )}
    </>
  );
}
