import {
  errorBodySchema,
  errorCodes,
  fail,
  PatchbayError,
  routes,
  type ErrorCode,
  type Route,
  type RouteAnswer,
  type RouteInput,
  type RouteName,
  type Routes,
} from '@patchbay/contracts';
import { z } from 'zod';

export interface ClientOptions {
  /** Where the hub is, such as http://127.0.0.1:8080. */
  readonly url: string;
  /** A key or token; left out, only open routes answer. */
  readonly key?: string | undefined;
  /** Instead of the global fetch. */
  readonly fetch?: typeof globalThis.fetch;
}

/** What a route needs from its caller; nothing at all may be left out. */
type Input<R extends Route> = object extends RouteInput<R> ? [input?: RouteInput<R>] : [input: RouteInput<R>];

/**
 * One method for each REST route. A failure that the hub answers is thrown as the same `PatchbayError` that it
 * was there.
 *
 * @example
 * const hub = createClient({ url: 'http://127.0.0.1:8080', key: process.env.PATCHBAY_KEY });
 * const created = await hub.createKey({ body: { name: 'ci', roles: ['operator'] } });
 */
export type Client = {
  readonly [N in RouteName]: (...input: Input<Routes[N]>) => Promise<RouteAnswer<Routes[N]>>;
};

export function createClient(options: ClientOptions): Client {
  const methods = Object.entries<Route>(routes).map(([name, route]) => [
    name,
    (input: LooseInput = {}) => call(options, route, input),
  ]);
  return Object.fromEntries(methods) as Client; // made from the table that Client is made from
}

interface LooseInput {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string | number | boolean | undefined>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function call(options: ClientOptions, route: Route, input: LooseInput): Promise<unknown> {
  const response = await send(options, route, input);
  if (!isAnswer(response.status, route)) throw await toError(response, options.url);
  if (route.answer === 'nothing') return undefined;
  if (typeof route.answer === 'string') return response;
  const answer = route.answer.safeParse(await response.json().catch(() => undefined));
  if (answer.success) return answer.data;
  throw fail('HUB_UNREACHABLE', {
    url: options.url,
    reason: 'something answers there, but no hub that we know.',
  });
}

function isAnswer(status: number, { status: own, alsoAnswers = [] }: Route): boolean {
  return status === own || alsoAnswers.includes(status);
}

async function send({ url, key, fetch = globalThis.fetch }: ClientOptions, route: Route, input: LooseInput) {
  const address = new URL(`${url.replace(/\/+$/, '')}${fillPath(route.path, input.params)}`);
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined) address.searchParams.set(name, String(value));
  try {
    return await fetch(address, {
      method: route.method,
      headers: {
        ...input.headers,
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
        ...(input.body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    });
  } catch (error) {
    throw fail('HUB_UNREACHABLE', { url, reason: reasonOf(error) }, error);
  }
}

/** URL folds these away, and the request would go to another route. */
const folded = ['', '.', '..'];

function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    if (!folded.includes(value)) return encodeURIComponent(value);
    throw fail('INPUT_INVALID', { problems: [{ path: name, message: `"${value}" cannot be in a path.` }] });
  });
}

/** fetch hides what happened in its cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED')
    return 'nothing listens there.';
  return cause instanceof Error ? cause.message : String(cause);
}

/** A newer hub may fail in ways that this client has no name for. */
const failureSchema = errorBodySchema.extend({ error: z.string() });

async function toError(response: Response, url: string): Promise<PatchbayError> {
  const body = failureSchema.safeParse(await response.json().catch(() => undefined));
  if (!body.success) {
    const reason = `it answered ${String(response.status)} without saying why; is it a Patchbay hub?`;
    return fail('HUB_UNREACHABLE', { url, reason });
  }
  const { error, message, serverId, details } = body.data;
  const same = rebuild(error, { ...details, ...(serverId !== undefined && { serverId }) });
  same.message = message;
  return same;
}

/** The same row of the same catalogue as at the other end, if there is one and its data came along. */
function rebuild(error: string, data: Readonly<Record<string, unknown>>): PatchbayError {
  const code = errorCodes.find((known) => known === error);
  try {
    return new PatchbayError<ErrorCode>(code ?? 'UNEXPECTED', data as never); // the row judges it
  } catch {
    return fail('UNEXPECTED', {});
  }
}
