import type { ServerStatus, ServerView } from '@patchbay/contracts';
import { servers } from '../../texts/servers.ts';
import { Badge, Dot, type Tone } from '../../ui/badge.tsx';
import { Foreign } from '../../ui/text.tsx';
import { Ago } from '../../ui/time.tsx';

const tones: Readonly<Record<ServerStatus, Tone>> = {
  CONNECTED: 'good',
  CONNECTING: 'accent',
  PENDING: 'none',
  DISCONNECTED: 'none',
  FAILED: 'bad',
  DISABLED: 'none',
};

export function StatusBadge({ status }: { readonly status: ServerStatus }) {
  return (
    <Badge tone={tones[status]}>
      <Dot tone={tones[status]} />
      {servers.statuses[status]}
    </Badge>
  );
}

/** Why it is as it is, and when that may change. */
export function Reason({ server }: { readonly server: ServerView }) {
  const { statusReason, nextAttemptAt, status } = server;
  if (status === 'CONNECTED' || (statusReason === null && nextAttemptAt === null)) return null;
  return (
    <span className={status === 'FAILED' ? 'text-bad' : 'text-muted'}>
      {statusReason !== null && <Foreign text={statusReason} />}
      {nextAttemptAt !== null && (
        <>
          {' '}
          <span className="text-muted">
            {servers.next} <Ago at={nextAttemptAt} everyMs={1_000} />
          </span>
        </>
      )}
    </span>
  );
}
