import type { ApprovalStatus, RunStatus } from '@patchbay/contracts';
import { queryOptions } from '@tanstack/react-query';
import { hub } from './hub.ts';

// Everything that pages read, under the name by which news of it make it stale.

export const health = queryOptions({
  queryKey: ['health'],
  queryFn: () => hub.health(),
  refetchInterval: 30_000,
});
export const servers = queryOptions({ queryKey: ['servers'], queryFn: () => hub.listServers() });
export const tools = queryOptions({
  queryKey: ['tools'],
  queryFn: async () => (await hub.listTools({ query: { naming: 'qualified' } })).tools,
});
export const policies = queryOptions({ queryKey: ['policies'], queryFn: () => hub.listPolicies() });
export const keys = queryOptions({ queryKey: ['keys'], queryFn: () => hub.listKeys() });
export const config = queryOptions({ queryKey: ['config'], queryFn: () => hub.config() });
export const unknownCalls = queryOptions({
  queryKey: ['unknown-calls'],
  queryFn: () => hub.listUnknownCalls(),
});
export const rates = queryOptions({
  queryKey: ['rates'],
  queryFn: () => hub.callRates(),
  refetchInterval: 15_000,
});

/** Agents come and go without news on the stream. */
const lookAtMeshMs = 3_000;

export const meshStatus = queryOptions({
  queryKey: ['mesh', 'status'],
  queryFn: () => hub.meshStatus(),
  refetchInterval: lookAtMeshMs,
});
export const meshGraph = queryOptions({
  queryKey: ['mesh', 'graph'],
  queryFn: () => hub.meshGraph(),
  refetchInterval: lookAtMeshMs,
});
export const meshEvents = (agent?: string) =>
  queryOptions({
    queryKey: ['mesh', 'events', agent ?? ''],
    queryFn: async () => (await hub.listMeshEvents({ query: { agent, limit: 200 } })).events,
    refetchInterval: lookAtMeshMs,
  });
export const meshExplanation = (agent: string) =>
  queryOptions({
    queryKey: ['mesh', 'explanation', agent],
    queryFn: () => hub.explainMesh({ query: { agent } }),
    refetchInterval: lookAtMeshMs,
  });

export const server = (name: string) =>
  queryOptions({ queryKey: ['server', name], queryFn: () => hub.getServer({ params: { name } }) });

export const pins = (name: string) =>
  queryOptions({ queryKey: ['pins', name], queryFn: () => hub.serverPins({ params: { name } }) });

export const approvals = (status: ApprovalStatus | 'all') =>
  queryOptions({
    queryKey: ['approvals', status],
    queryFn: () => hub.listApprovals({ query: { status, limit: 200 } }),
  });

export const approval = (id: string) =>
  queryOptions({ queryKey: ['approval', id], queryFn: () => hub.getApproval({ params: { id } }) });

export const doctor = (subject: string) =>
  queryOptions({
    queryKey: ['doctor', subject],
    queryFn: () => hub.doctor({ query: subject === '' ? {} : { subject } }),
  });

export const recentEvents = (serverId?: string) =>
  queryOptions({
    queryKey: ['events', serverId ?? ''],
    queryFn: () => hub.recentEvents({ query: { limit: 100, serverId } }),
  });

export const agents = queryOptions({ queryKey: ['agents'], queryFn: () => hub.listAgents() });
export const models = queryOptions({ queryKey: ['models'], queryFn: () => hub.listModels() });

/** News of runs reach admins only; everybody else looks again while something goes on. */
export const lookAgainMs = 2_000;
const over: readonly RunStatus[] = ['SUCCEEDED', 'FAILED', 'CANCELLED'];

export function isOver(status: RunStatus): boolean {
  return over.includes(status);
}

export const conversation = (id: string) =>
  queryOptions({
    queryKey: ['runs', 'of', id],
    queryFn: async () => (await hub.listRuns({ query: { conversationId: id, limit: 200 } })).toReversed(),
  });

export const run = (id: string) =>
  queryOptions({
    queryKey: ['run', id],
    queryFn: () => hub.getRun({ params: { id } }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data.status) ? false : lookAgainMs),
  });

export const runSteps = (id: string, status: RunStatus) =>
  queryOptions({
    queryKey: ['run-steps', id, status],
    queryFn: () => hub.runSteps({ params: { id }, query: { all: true } }),
    placeholderData: (before) => before,
    refetchInterval: isOver(status) ? false : lookAgainMs,
  });
