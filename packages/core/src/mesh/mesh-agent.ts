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
  readonly isA2aProducer: boolean;
  readonly isA2aConsumer: boolean;
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

/** What an agent says of itself as text: the same for the same words. */
export function printOf(said: MeshProfile): string {
  const { id, name, type, runtime, version, description, namespace, endpoint, tools, surfaces } = said;
  const { isA2aProducer, isA2aConsumer } = said;
  return JSON.stringify([
    id,
    name,
    type,
    runtime,
    version,
    description,
    namespace,
    endpoint,
    tools,
    surfaces,
    isA2aProducer,
    isA2aConsumer,
  ]);
}
