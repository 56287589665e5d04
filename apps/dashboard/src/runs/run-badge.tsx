import type { RunStatus } from '@patchbay/contracts';
import { runs as words } from '../texts/runs.ts';
import { Badge, type Tone } from '../ui/badge.tsx';

const tones: Readonly<Record<RunStatus, Tone>> = {
  QUEUED: 'none',
  RUNNING: 'accent',
  WAITING: 'warn',
  SUCCEEDED: 'good',
  FAILED: 'bad',
  CANCELLED: 'none',
};

export function RunBadge({ status }: { readonly status: RunStatus }) {
  return <Badge tone={tones[status]}>{words.statuses[status]}</Badge>;
}
