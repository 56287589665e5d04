import { meshEventTypes, type MeshEventType, type MeshEventView } from '@patchbay/contracts';
import type {
  Clock,
  Entry,
  MeshEvent,
  MeshLedger,
  MeshRegistry,
  MeshSchema,
  MeshStore,
} from '@patchbay/core';
import { MeshRefusal, sendJson, type Ask } from './wire.ts';

export interface ListDeps {
  readonly registry: MeshRegistry;
  readonly ledger: Pick<MeshLedger, 'flush'>;
  readonly store: Pick<MeshStore, 'events' | 'schemas' | 'schema'>;
  readonly clock: Clock;
}

/** What people and their tools look at. */
export function createLists({ registry, ledger, store, clock }: ListDeps) {
  function agents({ response, query }: Ask): void {
    const wanted = [...registry.entries.values()].filter((entry) => isWanted(entry, query));
    const list = wanted
      .toSorted((a, b) => (a.agent.id < b.agent.id ? -1 : 1))
      .map((entry) => registry.view(entry));
    sendJson(response, 200, { agents: list, count: list.length, timestamp: clock.now().toISOString() });
  }

  async function events({ response, query }: Ask): Promise<void> {
    await ledger.flush();
    const events = await store.events({
      type: eventTypeOf(query),
      agentId: query.get('agent_id') ?? undefined,
      functionName: query.get('function_name') ?? undefined,
      limit: limitOf(query),
    });
    sendJson(response, 200, { events: events.map(toEventView), count: events.length });
  }

  async function schemas({ response, query }: Ask): Promise<void> {
    await ledger.flush();
    const schemas = (await store.schemas(limitOf(query))).map(toSchemaView);
    sendJson(response, 200, { schemas, count: schemas.length });
  }

  async function schema({ response }: Ask, hash: string): Promise<void> {
    await ledger.flush();
    const found = await store.schema(hash);
    if (!found) throw new MeshRefusal(404, `Schema not found: ${hash}`);
    sendJson(response, 200, toSchemaView(found));
  }

  return { agents, events, schemas, schema };
}

const matches = (value: string, wanted: string | null): boolean => wanted === null || value === wanted;

function isWanted({ agent }: Entry, query: URLSearchParams): boolean {
  const wanted = [...query.getAll('capabilities'), ...query.getAll('capability')];
  const isFuzzy = query.get('fuzzy') === 'true';
  const fits = (own: string, one: string): boolean =>
    isFuzzy ? own.toLowerCase().includes(one.toLowerCase()) : own === one;
  return (
    matches(agent.status, query.get('status')) &&
    matches(agent.type, query.get('type')) &&
    matches(agent.namespace, query.get('namespace')) &&
    matches(agent.name, query.get('name')) &&
    matches(agent.runtime, query.get('runtime')) &&
    (wanted.length === 0 || agent.tools.some((tool) => wanted.some((one) => fits(tool.capability, one))))
  );
}

function limitOf(query: URLSearchParams): number {
  const text = query.get('limit');
  if (text === null) return 50;
  if (!/^-?\d{1,9}$/.test(text)) throw new MeshRefusal(400, 'Invalid query parameters: limit is a number');
  return Math.min(Math.max(Number(text), 1), 500);
}

function eventTypeOf(query: URLSearchParams): MeshEventType | undefined {
  const text = query.get('type');
  if (text === null) return undefined;
  const type = meshEventTypes.find((known) => known === text);
  if (!type) throw new MeshRefusal(400, `Invalid query parameters: there is no event type "${text}"`);
  return type;
}

export function toEventView({ type, agentId, agentName, functionName, at, data }: MeshEvent): MeshEventView {
  return {
    event_type: type,
    agent_id: agentId,
    ...(agentName !== null && { agent_name: agentName }),
    ...(functionName !== null && { function_name: functionName }),
    timestamp: at.toISOString(),
    data: { ...data },
  };
}

function toSchemaView({ hash, canonical, runtime, createdAt }: MeshSchema) {
  return { hash, canonical, runtime_origin: runtime, created_at: createdAt.toISOString() };
}
