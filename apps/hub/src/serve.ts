import type { Config } from './config/schema.ts';
import { listen, type Listening } from './listen.ts';
import { wireMeshPort } from './wire-rest.ts';
import type { wire, World } from './wire.ts';

/** Every port of a hub, as one. */
export interface Ports extends Listening {
  /** Of the port that the mesh has for itself, if it has one. */
  readonly meshUrl: string | undefined;
}

export async function serve(world: World, parts: ReturnType<typeof wire>): Promise<Ports> {
  const { config } = world.loaded;
  const { host, port, tls, behindProxy } = config;
  const main = await listen({ host, port, tls, behindProxy, handle: parts.handle, clock: world.clock });
  try {
    const mesh = await openMesh(world, parts);
    parts.mesh.offer.at(mesh ? `${mesh.url}/tools` : `${main.url}/mesh/tools`);
    parts.events.publish('hub.started', { version: world.version });
    return { url: main.url, meshUrl: mesh?.url, close: closeBoth(main, mesh) };
  } catch (error) {
    await main.close(0, async () => {});
    throw error;
  }
}

/** Longer than agents pause between two heartbeats, so that they need not connect anew each time. */
const idleMs = 20_000;

async function openMesh(world: World, parts: ReturnType<typeof wire>): Promise<Listening | undefined> {
  const { mesh, tls } = world.loaded.config;
  if (mesh.port === null) return undefined;
  const { host, port } = mesh;
  const handle = wireMeshPort(world, parts);
  return listen({
    idleMs,
    host,
    port,
    tls,
    behindProxy: isAccepted(world.loaded.config),
    handle,
    clock: world.clock,
  });
}

/** Plain agents bring no key that could be read on the way; whoever lets them in from anywhere has said so. */
function isAccepted({ behindProxy, mesh }: Config): boolean {
  return behindProxy || mesh.plainAgents === 'anywhere';
}

function closeBoth(main: Listening, mesh: Listening | undefined): Listening['close'] {
  return async (graceMs, giveUp) => {
    await Promise.all([main.close(graceMs, giveUp), mesh?.close(graceMs, giveUp)]);
  };
}
