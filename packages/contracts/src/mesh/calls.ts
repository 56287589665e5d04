import { z } from 'zod';

/**
 * The header of `HEAD /heartbeat/{agent_id}` in which an agent says whom it called directly, so that calls that do not go
 * through the hub can be seen. It is ours: other registries do not read it, and other agents do not send it.
 */
export const meshCallsHeader = 'x-patchbay-calls';

const maxEdges = 64;
/** A head as a whole has 16 KiB. */
const maxLength = 8_192;

/** What one tool of an agent called, all in all since the agent started: said twice, it is still the same. */
const saidCallsSchema = z.object({
  from: z.string().max(1_000).describe('The tool that called; empty for what belongs to no tool.'),
  endpoint: z.string().max(1_000).describe('Of the agent that was called.'),
  to: z.string().max(1_000).describe('Its function.'),
  calls: z.number().int().min(0),
  errors: z.number().int().min(0),
  traceId: z.string().max(128).describe('Of the last call.'),
});
export type SaidCalls = z.infer<typeof saidCallsSchema>;
const listSchema = z.array(saidCallsSchema).max(maxEdges);

/** As a header; what does not fit is left out, the first named last. Undefined when there is nothing to say. */
export function formatMeshCalls(said: readonly SaidCalls[]): string | undefined {
  for (let keep = Math.min(said.length, maxEdges); keep > 0; keep -= 1) {
    const text = toAscii(JSON.stringify(said.slice(0, keep)));
    if (text.length <= maxLength) return text;
  }
  return undefined;
}

/** Undefined for what is none. */
export function parseMeshCalls(text: string): SaidCalls[] | undefined {
  if (text.length > maxLength) return undefined;
  try {
    return listSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** A header is plain text; JSON can say everything in it. */
function toAscii(json: string): string {
  return json.replaceAll(
    /[^\x20-\x7e]/g,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
