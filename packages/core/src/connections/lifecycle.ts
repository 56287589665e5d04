import type { ServerStatus } from '@patchbay/contracts';

/** What can happen to a connection. */
export type LifecycleEvent =
  | 'attempt'
  | 'opened'
  | 'failed'
  | 'lost'
  | 'idle'
  | 'disconnect'
  | 'disable'
  | 'enable';

/** From each status, what each event leads to. What is not named cannot happen there. */
export const lifecycle: Readonly<
  Record<ServerStatus, Readonly<Partial<Record<LifecycleEvent, ServerStatus>>>>
> = {
  PENDING: { attempt: 'CONNECTING', disconnect: 'DISCONNECTED', disable: 'DISABLED' },
  CONNECTING: {
    opened: 'CONNECTED',
    failed: 'FAILED',
    disconnect: 'DISCONNECTED',
    disable: 'DISABLED',
  },
  CONNECTED: { lost: 'FAILED', idle: 'PENDING', disconnect: 'DISCONNECTED', disable: 'DISABLED' },
  DISCONNECTED: { attempt: 'CONNECTING', disconnect: 'DISCONNECTED', disable: 'DISABLED' },
  FAILED: { attempt: 'CONNECTING', disconnect: 'DISCONNECTED', disable: 'DISABLED' },
  DISABLED: { enable: 'PENDING', disable: 'DISABLED' },
};

/** The next status, or undefined where the event cannot happen. */
export function nextStatus(from: ServerStatus, event: LifecycleEvent): ServerStatus | undefined {
  return lifecycle[from][event];
}
