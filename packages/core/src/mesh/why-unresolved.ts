import type { MeshDependency } from '@patchbay/contracts';
import { matchTags } from './match-tags.ts';
import type { Provider } from './mesh-agent.ts';
import { isInRange } from './version-range.ts';

/**
 * Why a required dependency has nobody. Somebody who is down is only named if they would otherwise fit: else what is
 * missing is a provider that fits.
 */
export function whyUnresolved(dependency: MeshDependency, candidates: readonly Provider[]): string {
  const { capability, tags = [], version = '' } = dependency;
  const fitting = candidates.filter(
    ({ tool }) => matchTags(tool.tags ?? [], tags).fits && isInRange(tool.version ?? '', version),
  );
  const down = fitting.find(({ agent }) => agent.status !== 'healthy');
  if (down) return `required dep '${capability}' unavailable (provider ${down.agent.id} unhealthy)`;
  const [first] = fitting;
  if (first && dependency.matchMode === undefined)
    return `required dep '${capability}' unavailable (provider ${first.agent.id} unavailable)`;
  const constraints = describe(dependency);
  return `required dep '${capability}' unresolved${constraints === '' ? '' : ` (no provider matches ${constraints})`}`;
}

function describe({ tags = [], version = '', matchMode }: MeshDependency): string {
  const plain = tags.filter((tag) => typeof tag === 'string');
  return [
    ...(plain.length > 0 ? [`tags=[${plain.join(' ')}]`] : []),
    ...(version === '' ? [] : [`version ${version}`]),
    ...(matchMode === undefined ? [] : [`schema=${matchMode}`]),
  ].join(', ');
}
