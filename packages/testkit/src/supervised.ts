import {
  Supervisor,
  type OpenLink,
  type ReconnectPolicy,
  type SupervisorDeps,
  type SupervisorStart,
} from '@patchbay/core';
import { aReconnectPolicy, aServer } from './builders.ts';
import { createFakeUpstream } from './fake-upstream.ts';
import { createManualTime } from './manual-time.ts';
import { createRecordingLog } from './recording-log.ts';

export interface SupervisedOptions {
  readonly policy?: Partial<ReconnectPolicy>;
  readonly start?: Partial<SupervisorStart>;
  readonly onOpened?: SupervisorDeps['onOpened'];
  readonly onDial?: (open: OpenLink) => void;
}

const readTools: SupervisorDeps['onOpened'] = async (_, link) =>
  void (await link.request({ method: 'tools/list', timeoutMs: 10_000 }));

/** A supervisor over a server that exists only in memory, and the time in hand. */
export function createSupervised({
  policy,
  start,
  onOpened = readTools,
  onDial = () => {},
}: SupervisedOptions = {}) {
  const time = createManualTime();
  const upstream = createFakeUpstream();
  const log = createRecordingLog();
  const statuses: string[] = [];
  const supervisor = new Supervisor(
    {
      ...time,
      connector: (open) => (onDial(open), upstream.connector(open)),
      chance: { fraction: () => 0.5 },
      log,
      reconnection: aReconnectPolicy(policy),
      timeoutsOf: () => ({ connectMs: 30_000, idleMs: 1_800_000 }),
      onOpened,
      onListChanged: () => {},
      onStatus: (_, { status }) => void (statuses.at(-1) !== status && statuses.push(status)),
    },
    { server: aServer(), isLazy: false, ...start },
  );
  const status = (): string => supervisor.view().status;
  return { time, upstream, log, statuses, supervisor, status };
}
