import type { MeshAgentStatus } from '@patchbay/contracts';
import { mesh as words } from '../../texts/mesh.ts';
import { Badge, Dot, type Tone } from '../../ui/badge.tsx';

const tones: Readonly<Record<MeshAgentStatus, Tone>> = {
  healthy: 'good',
  degraded: 'warn',
  unhealthy: 'bad',
  offline: 'none',
};

export function HealthDot({ status }: { readonly status: MeshAgentStatus }) {
  return <Dot tone={tones[status]} />;
}

export function HealthBadge({ status }: { readonly status: MeshAgentStatus }) {
  return (
    <Badge tone={tones[status]}>
      <HealthDot status={status} />
      {words.statuses[status]}
    </Badge>
  );
}

const runtimes: Readonly<Record<string, string>> = {
  python: 'text-python',
  typescript: 'text-typescript',
  java: 'text-java',
};

export function Runtime({ runtime }: { readonly runtime: string }) {
  return (
    <span className={`text-xs font-semibold whitespace-nowrap ${runtimes[runtime] ?? 'text-muted'}`}>
      {words.runtimes[runtime] ?? runtime}
    </span>
  );
}
