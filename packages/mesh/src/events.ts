/** News of a running agent, in the words of the mesh. */
export type MeshNews =
  | { readonly kind: 'agent_registered'; readonly agentId: string }
  | { readonly kind: 'registration_failed'; readonly reason: string }
  | { readonly kind: 'registry_connected' }
  | { readonly kind: 'registry_disconnected'; readonly reason: string }
  | {
      readonly kind: 'dependency_available' | 'dependency_changed';
      readonly key: string;
      readonly endpoint: string;
    }
  | { readonly kind: 'dependency_unavailable'; readonly key: string }
  | { readonly kind: 'llm_provider_available'; readonly tool: string; readonly endpoint: string }
  | { readonly kind: 'llm_tools_updated'; readonly tool: string; readonly tools: readonly string[] }
  | { readonly kind: 'health_status_changed'; readonly status: string }
  | { readonly kind: 'shutdown' };

export type TellNews = (news: MeshNews) => void;
