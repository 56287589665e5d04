import { fail, PatchbayError, routes, toErrorBody, type Route, type RouteName } from '@patchbay/contracts';
import type { Clock, Log } from '@patchbay/core';
import { Hono, type Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { identify, type Doors } from './auth/authorize.ts';
import { isForOpenAi, toOpenAiError } from './completions/to-completion.ts';
import type { Handler, Handlers } from './handler.ts';
import { mount, type Env } from './mount.ts';

/** A request that was served, for metrics and the log. `route` is undefined when none was found. */
export interface Served {
  readonly route: Route | undefined;
  readonly status: number;
  readonly tookMs: number;
}

export interface ApiDeps extends Doors {
  readonly handlers: Handlers;
  readonly clock: Clock;
  readonly log: Log;
  readonly onServed: (served: Served) => void;
}

/** The REST face: every route of contracts, each with its policy and its handler, and nothing else. */
export function createApi(deps: ApiDeps): Hono<Env> {
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    const started = performance.now();
    await next();
    deps.onServed({ route: c.get('route'), status: c.res.status, tookMs: performance.now() - started });
  });
  for (const name of Object.keys(routes) as RouteName[]) mountNamed(app, name, deps);
  app.notFound((c) => refuseUnknown(c, deps).catch((error: unknown) => answerError(error, c, deps)));
  app.onError((error, c) => answerError(error, c, deps));
  return app;
}

function mountNamed(app: Hono<Env>, name: RouteName, deps: ApiDeps): void {
  // Handlers pairs each route with its own handler; TypeScript cannot follow the pair through the union.
  const handler = deps.handlers[name] as Handler<Route>;
  mount(app, { ...doorsOf(deps), route: routes[name] as Route, handler });
}

function doorsOf({ authenticate, authenticateSession }: ApiDeps): Doors {
  return { authenticate, authenticateSession };
}

/** Who has no key learns nothing about which paths exist. */
async function refuseUnknown(c: Context, deps: ApiDeps): Promise<never> {
  const { method, path } = c.req;
  await identify(c.req.raw, deps);
  const here = Object.values<Route>(routes).filter((route) => pathMatches(route.path, path));
  if (here.length === 0) throw fail('ROUTE_NOT_FOUND', { method, path });
  const allowed = here.flatMap(({ method: own }) => (own === 'GET' ? [own, 'HEAD'] : [own]));
  c.header('Allow', allowed.join(', '));
  throw fail('METHOD_NOT_ALLOWED', { method, allowed });
}

function pathMatches(pattern: string, path: string): boolean {
  const parts = path.split('/');
  const wanted = pattern.split('/');
  return (
    parts.length === wanted.length &&
    wanted.every((part, at) => (part.startsWith('{') ? parts[at] !== '' : part === parts[at]))
  );
}

/** In seconds, as the header wants it. */
function retryAfter({ data }: PatchbayError): string {
  const ms = 'retryAfterMs' in data ? (data.retryAfterMs ?? 0) : 0;
  return String(Math.max(1, Math.ceil(ms / 1_000)));
}

function answerError(error: unknown, c: Context, { clock, log }: ApiDeps): Response {
  const known = PatchbayError.is(error) ? error : fail('UNEXPECTED', {}, error);
  const line = { method: c.req.method, path: c.req.path, error };
  if (known.status === 503) log.warn('request.refused', line);
  else if (known.status >= 500) log.error('request.failed', line);
  if (known.code === 'UNAUTHENTICATED') c.header('WWW-Authenticate', 'Bearer realm="patchbay"');
  if ((known.status === 503 || known.status === 429) && known.retry)
    c.header('Retry-After', retryAfter(known));
  const body = isForOpenAi(c.req.path) ? toOpenAiError(known) : toErrorBody(known, clock.now());
  return c.json(body, known.status as ContentfulStatusCode);
}
