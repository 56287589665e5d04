import { fail, parseExplained, toProblems, type Route } from '@patchbay/contracts';
import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { z } from 'zod';
import { authorize, type Doors } from './auth/authorize.ts';
import type { Ask, Handler } from './handler.ts';
import { readJson } from './http/json-body.ts';

/** `route` is set once a request has found its route; metrics name it by that, never by the path it sent. */
export type Env = { Variables: { route?: Route } };

export interface Mounted<R extends Route> extends Doors {
  readonly route: R;
  readonly handler: Handler<R>;
}

/** Puts a route on the router with all that comes before its handler: who asks, may they, can it be read. */
export function mount<R extends Route>(app: Hono<Env>, { route, handler, ...doors }: Mounted<R>): void {
  app.on(route.method, route.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (c) => {
    c.set('route', route);
    const principal = await authorize(c.req.raw, route.access, doors);
    const isStillAllowed = () =>
      authorize(c.req.raw, route.access, doors).then(
        () => true,
        () => false,
      );
    const ask = { principal, request: c.req.raw, isStillAllowed, ...(await parseRequest(c, route)) };
    const answer = await handler(ask as Ask<R>); // parsed by the route's own schemas, which Ask is made of
    if (answer instanceof Response) return answer;
    const status = answer.status ?? route.status;
    if (route.answer === 'nothing') return c.body(null, 204);
    return c.json(answer.body as object, status as ContentfulStatusCode, answer.headers);
  });
}

async function parseRequest(c: Context, route: Route) {
  const json = route.method === 'GET' ? undefined : await readJson(c.req.raw);
  return {
    params: route.params && parse(route.params, c.req.param()),
    query: route.query && parse(route.query, c.req.query()),
    body: route.body && parse(route.body, json),
  };
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const parsed = parseExplained(schema, value);
  if (parsed.success) return parsed.data;
  throw fail('INPUT_INVALID', { problems: toProblems(parsed.issues) });
}
