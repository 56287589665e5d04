import type { MeshEventType } from '@patchbay/contracts';
import type { MeshEvent, MeshEventQuery } from '@patchbay/core';
import type { Selectable } from 'kysely';
import { step, type Engine, type Statement } from './engine.ts';
import type { MeshEventRow } from './mesh-schema.ts';
import { insertRows } from './rows-of-json.ts';

const columns = {
  type: 'text',
  agent_id: 'text',
  agent_name: 'text',
  function_name: 'text',
  at: 'text',
  data: 'text',
} as const;

/** The newest stay, whatever comes. */
export function writeMeshEvents(
  engine: Engine,
  events: readonly MeshEvent[],
  keepNewest: number,
): Statement[] {
  if (events.length === 0) return [];
  const { db } = engine;
  const newest = db.selectFrom('mesh_events').select((eb) => eb.fn.max('id').as('id'));
  return [
    ...engine.lock('mesh-events'),
    step(insertRows(engine, { table: 'mesh_events', columns, rows: events.map(toRow) })),
    step(db.deleteFrom('mesh_events').where('id', '<=', (eb) => eb(newest, '-', keepNewest))),
  ];
}

function toRow({ type, agentId, agentName, functionName, at, data }: MeshEvent) {
  return {
    type,
    agent_id: agentId,
    agent_name: agentName,
    function_name: functionName,
    at: at.toISOString(),
    data: JSON.stringify(data),
  };
}

export async function listMeshEvents({ db }: Engine, query: MeshEventQuery): Promise<MeshEvent[]> {
  const { type, agentId, functionName, limit } = query;
  let rows = db.selectFrom('mesh_events').selectAll().orderBy('id', 'desc').limit(limit);
  if (type !== undefined) rows = rows.where('type', '=', type);
  if (agentId !== undefined) rows = rows.where('agent_id', '=', agentId);
  if (functionName !== undefined) rows = rows.where('function_name', '=', functionName);
  return (await rows.execute()).map(toEvent);
}

function toEvent({
  type,
  agent_id,
  agent_name,
  function_name,
  at,
  data,
}: Selectable<MeshEventRow>): MeshEvent {
  return {
    type: type as MeshEventType, // only toRow writes it
    agentId: agent_id,
    agentName: agent_name,
    functionName: function_name,
    at: new Date(at),
    data: JSON.parse(data),
  };
}
