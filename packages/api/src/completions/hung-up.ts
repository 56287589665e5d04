import {
  toRunView,
  type CancelRun,
  type Log,
  type Principal,
  type RunStore,
  type StoredRun,
} from '@patchbay/core';

export interface HungUpDeps {
  readonly cancel: CancelRun;
  readonly stopping: AbortSignal;
  readonly log: Log;
}

/**
 * A client of OpenAI's that hangs up wants no answer any more: its run ends, and with it what the run costs. Not one that
 * waits for an approval, to which the same conversation may come back. When the hub stops, it is not the client that left.
 * Gives what ends it, for when there is an answer.
 */
export function cancelWhenGone(
  { store, cancel, stopping, log }: HungUpDeps & { readonly store: Pick<RunStore, 'find'> },
  { stored, principal }: { readonly stored: StoredRun; readonly principal: Principal },
  gone: AbortSignal,
): () => void {
  const { id } = stored.run;
  const leave = async (): Promise<void> => {
    const now = await store.find(id);
    const isWaiting = now !== undefined && toRunView(now).waitsFor.length > 0;
    if (!isWaiting) await cancel(id, principal);
  };
  const onGone = (): void => {
    if (stopping.aborted) return;
    leave().catch((error: unknown) => log.warn('run.uncancelled', { run: id, error })); // it goes on to its end
  };
  if (gone.aborted) onGone();
  gone.addEventListener('abort', onGone, { once: true });
  return () => gone.removeEventListener('abort', onGone);
}
