import type { IncomingMessage, ServerResponse } from 'node:http';
import { PatchbayError } from '@patchbay/contracts';
import type { Clock, Log } from '@patchbay/core';
import type { Authenticate } from '../auth/authorize.ts';
import type { AnswerCall, CallTarget } from './call-wire.ts';
import { identify, requireRole, senderOf, type MeshDoor } from './door.ts';
import { createHeartbeats, type HeartbeatDeps } from './heartbeats.ts';
import { createLists, type ListDeps } from './lists.ts';
import { createProxy, type ProxyDeps } from './proxy.ts';
import { MeshRefusal, readText, sendJson, sendRefusal, type Ask } from './wire.ts';

export interface MeshFaceDeps extends HeartbeatDeps, ListDeps, ProxyDeps {
  readonly authenticate: Authenticate;
  readonly answerCall: AnswerCall;
  /** The tools of the catalogue that the hub provides to the mesh. */
  readonly provided: () => Omit<CallTarget, 'isOnlyWay'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The protocol of other registries, as their agents and tools know it. */
const wireVersion = '1.0.0';
const service = 'mcp-mesh-registry';

const noQuery = new URLSearchParams();

/** The registry of the mesh on HTTP, exactly as agents expect it. */
export function createMeshFace(deps: MeshFaceDeps) {
  const { clock, log } = deps;
  const serve = createServe(deps);
  return (door: MeshDoor) =>
    (request: IncomingMessage, response: ServerResponse): void => {
      answer(request, response, door).catch((error: unknown) => {
        sendRefusal(response, toRefusal(error, log), clock.now());
      });
    };

  async function answer(request: IncomingMessage, response: ServerResponse, door: MeshDoor): Promise<void> {
    const { url = '' } = request;
    const mark = url.indexOf('?');
    const path = (mark === -1 ? url : url.slice(0, mark)).slice(door.prefix.length) || '/';
    const principal = await identify(request, door, deps.authenticate);
    const query = mark === -1 ? noQuery : new URLSearchParams(url.slice(mark));
    await serve({ request, response, path, query, principal });
  }
}

function toRefusal(error: unknown, log: Log): MeshRefusal {
  if (error instanceof MeshRefusal) return error;
  if (PatchbayError.is(error)) return new MeshRefusal(error.status, error.message);
  log.error('mesh.unexpected', { error });
  return new MeshRefusal(500, 'Something went wrong inside Patchbay');
}

type Serve = (ask: Ask) => void | Promise<void>;

function createServe(deps: MeshFaceDeps): Serve {
  const heartbeats = createHeartbeats(deps);
  const fixed = createFixedRoutes(deps, heartbeats);
  const under = createOpenRoutes(deps, heartbeats);
  return (ask) => {
    const { path } = ask;
    const asked = `${ask.request.method ?? 'GET'} ${path}`;
    for (const [start, serve] of under)
      if (asked.startsWith(start)) return serve(ask, asked.slice(start.length));
    const handler = fixed.get(asked);
    if (handler) return handler(ask);
    if (later.test(path)) throw new MeshRefusal(501, `This registry does not have ${path} yet`);
    throw new MeshRefusal(404, `Not found: ${asked}`);
  };
}

/** What other registries have and this one does not yet. */
const later = /^\/(?:jobs|trace|a2a|admin\/(?:entities|rotate))(?:\/|$)/;

const looking =
  (serve: Serve): Serve =>
  (ask) => {
    requireRole(ask, 'viewer');
    return serve(ask);
  };

function createFixedRoutes(deps: MeshFaceDeps, { register }: ReturnType<typeof createHeartbeats>) {
  const { provided, answerCall } = deps;
  const lists = createLists(deps);
  const callProvided: Serve = async (ask) => {
    requireRole(ask, 'operator');
    await answerCall(ask, await readText(ask.request), { ...provided(), isOnlyWay: true });
  };
  return new Map<string, Serve>([
    ['POST /heartbeat', register],
    ['GET /agents', looking(lists.agents)],
    ['GET /events', looking(lists.events)],
    ['GET /schemas', looking(lists.schemas)],
    ['GET /', ({ response }) => sendJson(response, 200, root)],
    ['POST /tools/mcp', callProvided],
    ...healthRoutes(deps),
    ...drainRoutes(deps),
  ]);
}

function healthRoutes({ clock }: MeshFaceDeps): [string, Serve][] {
  const startedAt = clock.now().getTime();
  const uptime = (): number => Math.floor((clock.now().getTime() - startedAt) / 1_000);
  const status = 'healthy';
  return [
    [
      'GET /health',
      ({ response }) => {
        const timestamp = clock.now().toISOString();
        sendJson(response, 200, {
          service,
          status,
          timestamp,
          uptime_seconds: uptime(),
          version: wireVersion,
        });
      },
    ],
    [
      'HEAD /health',
      ({ response }) => {
        response.setHeader('X-Health-Status', status);
        response.setHeader('X-Service-Version', wireVersion);
        response.setHeader('X-Uptime-Seconds', String(uptime()));
        response.writeHead(200).end();
      },
    ],
  ];
}

function drainRoutes({ registry }: MeshFaceDeps): [string, Serve][] {
  const tell: Serve = ({ response }) =>
    sendJson(response, 200, { draining: registry.isDraining, live_claims: 0 });
  const set =
    (isDraining: boolean): Serve =>
    (ask) => {
      requireRole(ask, 'admin');
      registry.drain(isDraining);
      return tell(ask);
    };
  return [
    ['GET /admin/drain', looking(tell)],
    ['POST /admin/drain', set(true)],
    ['DELETE /admin/drain', set(false)],
  ];
}

const root = {
  service,
  version: wireVersion,
  status: 'running',
  endpoints: ['/health', '/heartbeat', '/agents'],
};

type ServeUnder = (ask: Ask, rest: string) => void | Promise<void>;

function createOpenRoutes(
  deps: MeshFaceDeps,
  { touch }: ReturnType<typeof createHeartbeats>,
): readonly [string, ServeUnder][] {
  const { registry } = deps;
  const lists = createLists(deps);
  const proxy = createProxy(deps);
  const proxied: ServeUnder = (ask, rest) => {
    requireRole(ask, 'operator');
    return proxy(ask, rest);
  };
  return [
    ['HEAD /heartbeat/', touch],
    [
      'DELETE /agents/',
      (ask, id) => {
        const isOperator = ask.principal?.roles.includes('admin') ?? false;
        const outcome = registry.unregister(id, isOperator ? 'operator' : senderOf(ask));
        if (outcome === 'foreign') throw new MeshRefusal(403, `agent "${id}" belongs to another key`);
        ask.response.writeHead(204).end();
      },
    ],
    [
      'GET /schemas/',
      (ask, hash) => {
        requireRole(ask, 'viewer');
        return lists.schema(ask, decodeURIComponent(hash));
      },
    ],
    ['POST /proxy/', proxied],
    ['GET /proxy/', proxied],
  ];
}
