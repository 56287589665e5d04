import { formatPath, heartbeatCodes, heartbeatSchema, meshCallsHeader } from '@patchbay/contracts';
import type { MeshRegistry, MeshWatch } from '@patchbay/core';
import { senderOf } from './door.ts';
import { MeshRefusal, parseJson, readText, sendJson, type Ask } from './wire.ts';

export interface HeartbeatDeps {
  readonly registry: MeshRegistry;
  readonly watch: Pick<MeshWatch, 'isLoaded' | 'lookUp'>;
}

/** Not saying it makes some clients close the connection, and every heartbeat begin with a new one. */
const noBody = { 'Content-Length': 0 };

/** The two requests of which there are thousands a second. Neither waits for the store, unless it is about to say "unknown". */
export function createHeartbeats({ registry, watch }: HeartbeatDeps) {
  async function touch(ask: Ask, id: string): Promise<void> {
    const by = senderOf(ask);
    const { [meshCallsHeader]: said } = ask.request.headers;
    const calls = typeof said === 'string' ? said : undefined;
    let touched = registry.touch(id, by, calls);
    if (touched === 'unknown' && !registry.entries.has(id) && (await isKnownElsewhere(id)))
      touched = registry.touch(id, by, calls);
    if (touched === 'foreign') throw new MeshRefusal(403, `agent "${id}" belongs to another key`);
    const code = {
      unchanged: heartbeatCodes.unchanged,
      changed: heartbeatCodes.topologyChanged,
      unknown: heartbeatCodes.unknown,
    }[touched];
    ask.response.writeHead(code, noBody).end();
  }

  /** Who is told "unknown" registers anew, and all of them at once would; so only somebody who knows may say it. */
  async function isKnownElsewhere(id: string): Promise<boolean> {
    try {
      if (watch.isLoaded) return await watch.lookUp(id);
    } catch {
      // The store stumbles.
    }
    throw new MeshRefusal(503, 'The registry cannot tell at the moment; try again');
  }

  async function register(ask: Ask): Promise<void> {
    const by = senderOf(ask);
    const parsed = heartbeatSchema.safeParse(parseJson(await readText(ask.request)));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new MeshRefusal(
        400,
        `Invalid JSON payload: ${formatPath(issue?.path ?? [])}: ${issue?.message ?? ''}`,
      );
    }
    if (parsed.data.agent_id === '') throw new MeshRefusal(400, 'agent_id is required');
    if (!watch.isLoaded) throw new MeshRefusal(503, 'The registry is starting; try again');
    const beat = registry.heartbeat(parsed.data, by);
    if (beat.kind === 'draining') throw new MeshRefusal(503, 'This registry drains and takes no new agents');
    if (beat.kind === 'refused') throw new MeshRefusal(beat.status, beat.message);
    sendJson(ask.response, 200, beat.answer);
  }

  return { touch, register };
}
