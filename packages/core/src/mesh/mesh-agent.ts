import type { MeshAgentStatus, MeshAgentType, MeshRuntime, MeshTool } from '@patchbay/contracts';
import type { PrincipalId } from '../ids.ts';

/** What an agent says of itself, checked and with every gap filled. */
export interface MeshProfile {
  readonly id: string;
  readonly name: string;
  readonly type: MeshAgentType;
  readonly runtime: MeshRuntime;
  readonly version: string;
  readonly description: string;
  readonly namespace: string;
  /** Where it is called: `http://host:port`, or `stdio://<id>` for one that cannot be. */
  readonly endpoint: string;
  readonly tools: readonly MeshTool[];
  readonly surfaces: readonly unknown[];
}

/** A mesh agent as the registry knows it. Times are the registry's own. */
export interface MeshAgent extends MeshProfile {
  readonly status: MeshAgentStatus;
  readonly createdAt: Date;
  /** When something of it last changed but the time that it was seen. */
  readonly changedAt: Date;
  /** Who registered it; null for a plain agent, which brought no credential. */
  readonly owner: PrincipalId | null;
}

/** One function that can be called for what it can do. */
export interface Provider {
  readonly agent: MeshAgent;
  readonly tool: MeshTool;
}

/** As traces and events name it. */
export function providerName({ agent, tool }: Provider): string {
  return `${agent.id}:${tool.function_name}`;
}

/** Whether an agent still says of itself what it said before. */
export function isSameProfile(agent: MeshAgent, profile: MeshProfile): boolean {
  const { status: _s, createdAt: _c, changedAt: _u, owner: _o, ...known } = agent;
  return JSON.stringify(known) === JSON.stringify(profile);
}
