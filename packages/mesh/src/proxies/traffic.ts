import { formatMeshCalls, type SaidCalls } from '@patchbay/contracts';

type Edge = Pick<SaidCalls, 'from' | 'endpoint' | 'to'>;

/**
 * Whom this agent called, how often and how it went, since it started. The registry hears of it with the next sign of
 * life: no call waits for anybody.
 */
export class Traffic {
  /** The one that was used last is the last. */
  readonly #edges = new Map<string, SaidCalls>();

  count({ from, endpoint, to }: Edge, { isError, traceId }: { isError: boolean; traceId: string }): void {
    const key = JSON.stringify([from, endpoint, to]);
    const { calls, errors } = this.#edges.get(key) ?? { calls: 0, errors: 0 };
    this.#edges.delete(key);
    this.#edges.set(key, {
      from,
      endpoint,
      to,
      calls: calls + 1,
      errors: errors + (isError ? 1 : 0),
      traceId,
    });
  }

  /** As the registry is told; undefined while there is nothing to tell. */
  say(): string | undefined {
    return formatMeshCalls([...this.#edges.values()].toReversed());
  }
}
