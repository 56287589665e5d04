import type {
  Route,
  RouteAnswer,
  RouteBody,
  RouteName,
  RouteParams,
  RouteQuery,
  Routes,
} from '@patchbay/contracts';
import type { Principal } from '@patchbay/core';

/** What a handler is given: everything parsed and allowed. */
export interface Ask<R extends Route> {
  readonly params: RouteParams<R>;
  readonly query: RouteQuery<R>;
  readonly body: RouteBody<R>;
  readonly principal: R['access'] extends 'open' ? undefined : Principal;
  readonly request: Request;
  /** Whether the same request would still be let in, for answers that take long. */
  readonly isStillAllowed: () => Promise<boolean>;
}

/** A body for the route's own status, or with another one that the route names; or a whole response for streams. */
type Answer<R extends Route> =
  | {
      readonly body: RouteAnswer<R>;
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | Response;

export type Handler<R extends Route> = (ask: Ask<R>) => Answer<R> | Promise<Answer<R>>;

/** One handler for each route in contracts: none can be forgotten, and none can be added without its policy. */
export type Handlers<N extends RouteName = RouteName> = { readonly [K in N]: Handler<Routes[K]> };
