import type { z } from 'zod';
import type { Access } from './access.ts';
import type { ErrorCode } from './errors/catalog.ts';

/**
 * One REST route as data. The hub serves it, the client calls it and OpenAPI describes it from this object,
 * so the three cannot disagree. `access` is not optional: a route without a policy does not compile.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parameters in braces, as in OpenAPI: `/api/keys/{id}`. */
  readonly path: `/${string}`;
  readonly access: Access;
  readonly tag: string;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The status of success. `alsoAnswers` lists others that carry the same body. */
  readonly status: 200 | 201 | 202 | 204 | 302;
  readonly alsoAnswers?: readonly number[];
  /** A JSON body has a schema; any other body has a media type; a 204 and a 302 have nothing. */
  readonly answer:
    | z.ZodType
    | 'nothing'
    | 'text/plain'
    | 'text/html'
    | 'text/event-stream'
    | 'application/json'
    | 'application/jsonl';
  /** Failures of this route itself; those that any route can have are added where they are described. */
  readonly errors?: readonly ErrorCode[];
}

/** Only here so that a route keeps its exact types. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Given<S> = S extends z.ZodType ? z.input<S> : undefined;

export type RouteParams<R extends Route> = Parsed<R['params']>;
export type RouteQuery<R extends Route> = Parsed<R['query']>;
export type RouteBody<R extends Route> = Parsed<R['body']>;
export type RouteAnswer<R extends Route> = R['answer'] extends z.ZodType
  ? z.output<R['answer']>
  : R['answer'] extends 'nothing'
    ? undefined
    : Response;

type Named<K extends string, V> = [V] extends [undefined] ? unknown : Record<K, V>;

/** What a caller hands over for a route: only the parts that the route has. */
export type RouteInput<R extends Route> = Named<'params', Given<R['params']>> &
  (R['query'] extends z.ZodType ? { query?: z.input<R['query']> } : unknown) &
  Named<'body', Given<R['body']>> & { readonly headers?: Readonly<Record<string, string>> };
