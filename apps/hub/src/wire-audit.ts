import {
  AuditLog,
  CallRates,
  createDescribeCall,
  createToAuditItem,
  createToolDigest,
  type CallToolDeps,
  type Warnings,
} from '@patchbay/core';
import { wireTextMask } from './wire-masking.ts';
import type { World } from './wire.ts';

/** What the way of a call needs in order to be written down. */
type AroundCalls = Pick<CallToolDeps, 'onCalled' | 'describeCall' | 'isAuditOpen'>;

/** How every call is written down. */
export function wireAudit(world: World, warnings: Warnings) {
  const { store, digest, takePrint, clock, timers, log: hubLog, metrics, loaded } = world;
  const { config } = loaded;
  const maskText = config.audit.values ? wireTextMask(world) : undefined;
  const describeCall = createDescribeCall({ toolDigest: createToolDigest(digest), takePrint });
  const log = new AuditLog({
    store: store.audit,
    toItem: createToAuditItem({ describeCall, takePrint, maskText }),
    digest,
    clock,
    timers,
    warnings,
    log: hubLog,
    onWritten: metrics.audited,
    onDropped: metrics.unaudited,
  });
  const callRates = new CallRates(clock);
  metrics.watchAudit(() => log.waiting);
  const around: AroundCalls = {
    describeCall,
    isAuditOpen: () => log.isOpen,
    onCalled(record) {
      metrics.called(record);
      callRates.record(record);
      log.record(record);
    },
  };
  return { around, auditLog: log, callRates };
}
