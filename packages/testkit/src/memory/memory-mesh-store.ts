import type { MeshAgent, MeshEvent, MeshName, MeshSchema, MeshStore, StoredMeshAgent } from '@patchbay/core';

export function createMemoryMeshStore(keepEvents = 100_000): MeshStore {
  const agents = new Map<string, MeshAgent>();
  const seen = new Map<string, Date>();
  const full = new Map<string, Date>();
  const names = new Map<string, MeshName>();
  const schemas = new Map<string, MeshSchema>();
  let events: MeshEvent[] = [];
  const isNewest = ({ id, changedAt }: MeshAgent): boolean =>
    (agents.get(id)?.changedAt ?? changedAt) <= changedAt;
  const toStored = (agent: MeshAgent): StoredMeshAgent => ({
    agent,
    seenAt: seen.get(agent.id) ?? agent.changedAt,
    fullAt: full.get(agent.id) ?? agent.createdAt,
  });
  return {
    load: async () => ({ agents: [...agents.values()].map(toStored), names: [...names.values()] }),
    async write(batch) {
      for (const agent of batch.agents.filter(isNewest)) agents.set(agent.id, agent);
      for (const id of batch.seen.ids) seen.set(id, batch.seen.at);
      for (const id of batch.full.ids) full.set(id, batch.full.at);
      for (const id of batch.removed) for (const map of [agents, seen, full]) map.delete(id);
      for (const name of batch.names) names.set(name.name, name);
      for (const schema of batch.schemas) if (!schemas.has(schema.hash)) schemas.set(schema.hash, schema);
      events = [...events, ...batch.events].slice(-keepEvents);
    },
    changedSince: async (at) =>
      new Map(
        [...agents.values()]
          .filter(({ changedAt }) => changedAt >= at)
          .map(({ id, changedAt }) => [id, changedAt]),
      ),
    find: async (ids) => ids.flatMap((id) => agents.get(id) ?? []).map(toStored),
    seen: async (ids) =>
      new Map(
        ids.flatMap((id) => {
          const at = seen.get(id);
          return at ? [[id, at]] : [];
        }),
      ),
    events: async ({ type, agentId, functionName, limit }) =>
      events
        .filter(
          (event) =>
            (type === undefined || event.type === type) &&
            (agentId === undefined || event.agentId === agentId) &&
            (functionName === undefined || event.functionName === functionName),
        )
        .toReversed()
        .slice(0, limit),
    schemas: async (limit) =>
      [...schemas.values()]
        .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.hash < b.hash ? -1 : 1))
        .slice(0, limit),
    schema: async (hash) => schemas.get(hash),
  };
}
