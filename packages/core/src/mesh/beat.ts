import type { HeartbeatAnswer } from '@patchbay/contracts';
import type { MeshAgent } from './mesh-agent.ts';
import { toAnswers, type MetNeed, type NeedsWorld } from './needs.ts';
import type { TrustRefusal } from './trust.ts';

/** What a heartbeat comes to: an answer, or why its sender gets none. */
export type Beat =
  | { readonly kind: 'answer'; readonly answer: HeartbeatAnswer }
  | ({ readonly kind: 'refused' } & TrustRefusal)
  | { readonly kind: 'draining' };

interface Heard {
  readonly agent: MeshAgent;
  readonly isNew: boolean;
  readonly needs: readonly MetNeed[];
  readonly warnings: readonly string[];
}

export function answered(world: NeedsWorld, { agent, isNew, needs, warnings }: Heard, now: Date): Beat {
  const answer: HeartbeatAnswer = {
    agent_id: agent.id,
    status: 'success',
    message: isNew ? 'Agent registered via heartbeat' : 'Agent updated via heartbeat',
    timestamp: now.toISOString(),
    ...toAnswers(world, agent, needs),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
  return { kind: 'answer', answer };
}

export function misread(agentId: string, message: string, now: Date): Beat {
  const timestamp = now.toISOString();
  return { kind: 'answer', answer: { agent_id: agentId, status: 'error', message, timestamp } };
}
