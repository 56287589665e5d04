import type { ApprovalStatus } from '@patchbay/contracts';
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
