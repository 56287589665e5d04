import type { MeshAgent } from './mesh-agent.ts';
import type { MeshEvent } from './mesh-store.ts';

/** What is told of an agent that came, came back, or is not what it was. */
export interface EntryNews extends Pick<MeshEvent, 'type' | 'data'> {
  /** Where it was before, if it is elsewhere now. */
  readonly from: string | undefined;
}

export function newsOfEntry(agent: MeshAgent, before: MeshAgent | undefined): EntryNews {
  const from = before && before.endpoint !== agent.endpoint ? before.endpoint : undefined;
  const data = {
    reason: from === undefined ? reasonFor(before) : 'endpoint_changed',
    agent_type: agent.type,
    endpoint: agent.endpoint,
    ...(from !== undefined && { old_endpoint: from }),
  };
  return { type: before?.status === 'healthy' ? 'update' : 'register', data, from };
}

function reasonFor(before: MeshAgent | undefined): string {
  if (!before) return 'registered';
  return before.status === 'unhealthy' ? 'recovered' : 'tools_changed';
}
