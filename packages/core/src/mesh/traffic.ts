import { parseMeshCalls, type MeshTraffic, type SaidCalls } from '@patchbay/contracts';
import type { Entry } from './directory.ts';

/** What an agent said of its calls, and when the registry first heard of each number. */
export interface HeardCalls {
  readonly text: string;
  readonly edges: readonly (SaidCalls & { readonly at: Date })[];
}

/** An agent said whom it called. What is the same as the last time, which is nearly always so, is not read again. */
export function hearCalls(entry: Entry, text: string, now: Date): void {
  if (entry.heard?.text === text) return;
  const said = parseMeshCalls(text);
  if (!said) return;
  const before = new Map(entry.heard?.edges.map((edge) => [keyOf(edge), edge]));
  const edges = said.map((edge) => {
    const known = before.get(keyOf(edge));
    return { ...edge, at: known?.calls === edge.calls ? known.at : now };
  });
  entry.heard = { text, edges };
}

function keyOf({ from, endpoint, to }: SaidCalls): string {
  return JSON.stringify([from, endpoint, to]);
}

/** Who calls whom directly, as the agents themselves say. */
export function trafficOf(entries: ReadonlyMap<string, Entry>): MeshTraffic[] {
  const idAt = new Map([...entries.values()].map(({ agent }) => [agent.endpoint, agent.id]));
  return [...entries.values()].flatMap(({ agent, heard }) =>
    (heard?.edges ?? []).map(({ from, endpoint, to, calls, errors, traceId, at }) => ({
      from: agent.id,
      fromFunction: from,
      to: idAt.get(endpoint) ?? null,
      endpoint,
      toFunction: to,
      calls,
      errors,
      lastAt: at.toISOString(),
      lastTraceId: traceId,
    })),
  );
}
