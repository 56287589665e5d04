import {
  runStatus,
  type ApprovalStore,
  type ListedRun,
  type RunId,
  type RunList,
  type RunQuery,
  type RunQueue,
  type RunStore,
  type StoredRun,
} from '@patchbay/core';

const noApprovals: Pick<ApprovalStore, 'find'> = { find: async () => undefined };

/** Runs in a map, with the questions that they wait for. */
export function createMemoryRuns(approvals = noApprovals): RunStore & RunQueue & RunList {
  const runs = new Map<RunId, StoredRun>();
  const leases = new Map<RunId, { readonly worker: string; readonly until: Date }>();

  async function hasSomethingToDo({ steps }: StoredRun): Promise<boolean> {
    const status = runStatus(steps);
    if (status !== 'WAITING') return status === 'QUEUED' || status === 'RUNNING';
    if (steps.some(({ kind }) => kind === 'cancel')) return true;
    const done = new Set(steps.flatMap((step) => (step.kind === 'result' ? [step.callId] : [])));
    const open = steps.flatMap((step) =>
      step.kind === 'waits' && !done.has(step.callId) ? [step.question.id] : [],
    );
    const found = await Promise.all(open.map((id) => approvals.find(id)));
    return found.some((approval) => approval?.status !== 'PENDING');
  }

  return {
    async add(run) {
      if (runs.has(run.id)) return false;
      runs.set(run.id, { run, steps: [] });
      return true;
    },

    find: async (id) => runs.get(id),

    async append(id, after, steps) {
      const stored = runs.get(id);
      if (stored?.steps.length !== after) return false;
      runs.set(id, { ...stored, steps: [...stored.steps, ...steps] });
      return true;
    },

    async claim({ worker, now, until }) {
      for (const stored of oldestFirst(runs.values())) {
        const { id } = stored.run;
        const isFree = (leases.get(id)?.until ?? now) <= now;
        if (!isFree || !(await hasSomethingToDo(stored)) || (leases.get(id)?.until ?? now) > now) continue;
        leases.set(id, { worker, until });
        return id;
      }
      return undefined;
    },

    async renew(id, { worker, until }) {
      if (leases.get(id)?.worker !== worker) return 'lost';
      leases.set(id, { worker, until });
      return runs.get(id)?.steps.some(({ kind }) => kind === 'cancel') === true ? 'cancelled' : 'ours';
    },

    async release(id, worker) {
      if (leases.get(id)?.worker === worker) leases.delete(id);
    },

    releaseAll: async () => leases.clear(),

    list: async (query) =>
      oldestFirst(runs.values())
        .toReversed()
        .map(toListed)
        .filter(matches(runs, query))
        .slice(0, query.limit),

    countSteps: async (id) => runs.get(id)?.steps.length ?? 0,

    async count() {
      const counts: Partial<Record<ListedRun['status'], number>> = {};
      for (const { steps } of runs.values()) {
        const status = runStatus(steps);
        counts[status] = (counts[status] ?? 0) + 1;
      }
      return counts;
    },

    async forget(before) {
      const old = [...runs.values()].map(toListed).filter(({ endedAt }) => endedAt && endedAt < before);
      for (const { run } of old) runs.delete(run.id);
      return old.length;
    },
  };
}

function oldestFirst(runs: Iterable<StoredRun>): StoredRun[] {
  return [...runs].toSorted((a, b) => compare(a.run, b.run));
}

function compare(a: StoredRun['run'], b: StoredRun['run']): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
}

function toListed({ run, steps }: StoredRun): ListedRun {
  const endedAt = steps.find(({ kind }) => kind === 'ended')?.at;
  return { run, status: runStatus(steps), endedAt };
}

function matches(runs: ReadonlyMap<RunId, StoredRun>, query: RunQuery) {
  const { principal, agent, conversationId, statuses, before } = query;
  const last = before === undefined ? undefined : runs.get(before)?.run;
  return ({ run, status }: ListedRun): boolean =>
    (principal === undefined || run.principal.id === principal) &&
    (agent === undefined || run.agent.name === agent) &&
    (conversationId === undefined || run.conversationId === conversationId) &&
    (!statuses || statuses.includes(status)) &&
    (!last || compare(run, last) < 0);
}
