import type { Era, Implementation, JsonObject, ProtocolVersion, RpcAnswer } from '@patchbay/contracts';
import type { AskedCall } from '../calls/call.ts';
import type { Cancellation } from '../calls/cancellation.ts';
import type { HeaderArgument } from '../catalog/header-arguments.ts';
import type { Interaction } from '../interaction/interaction.ts';
import type { LogWish } from '../logging/log-level.ts';
import type { Server } from '../servers/server.ts';
import type { TraceContext } from '../tracing/trace-context.ts';

/** One live MCP link to a server. It is opened once, used by many calls at a time, and replaced when it fails. */
export interface Link {
  readonly era: Era;
  readonly protocolVersion: ProtocolVersion;
  readonly serverInfo: Implementation | undefined;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
  /** Resolves with what the server answered, error or not. Rejects with an error of the `MCP_…` family otherwise. */
  request(ask: LinkRequest): Promise<RpcAnswer>;
  /** From now on news of these resources come, and of no others. */
  watch(uris: readonly string[]): void;
  /** Resolves, never rejects, when the link has ended by itself or by `close`. */
  readonly ended: Promise<LinkEnd>;
  /** Ends it in good order, or by force when that takes too long. Closing twice is harmless. */
  close(): Promise<void>;
}

export interface LinkRequest {
  readonly method: string;
  readonly params?: JsonObject | undefined;
  /** What it belongs to, for the server to know. */
  readonly trace?: TraceContext | undefined;
  readonly timeoutMs: number;
  /** The caller gave up: the server is told, and the request rejects with `CALL_CANCELLED`. */
  readonly signal?: Cancellation | undefined;
  /** Called with the params of each progress notification that belongs to this request. */
  readonly onProgress?: ((params: JsonObject) => void) | undefined;
  /** What of its log the caller wants to hear, as far as it is known to belong to this request. */
  readonly log?: LogWish | undefined;
  /** Of `params.arguments`, for the transport that repeats them in headers. */
  readonly headerArguments?: readonly HeaderArgument[] | undefined;
  /** The call that it is, for what runs in this process. It goes to no server. */
  readonly origin?: Pick<AskedCall, 'id' | 'principal' | 'via'> | undefined;
  /** Whom the server may ask while it works, and for how long each time. Meanwhile the time of the request stands still. */
  readonly interaction?: Interaction | undefined;
  readonly interactionMs?: number | undefined;
}

export interface LinkEnd {
  /** One sentence for people: what ended it. */
  readonly reason: string;
  /** Whether it was closed from our side. */
  readonly isOurs: boolean;
  /** What its process wrote for people before it ended, if it has one. */
  readonly lastWords?: string | undefined;
}

/** What kind of news a server sends by itself. */
export type ListChange = 'tools' | 'resources' | 'prompts';

/** What else it says by itself: that a resource has changed, or something for its log. */
export type ServerNews =
  | { readonly kind: 'updated'; readonly uri: string }
  | { readonly kind: 'log'; readonly params: JsonObject };

export interface OpenLink {
  readonly server: Server;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** The era that this server spoke before, so that it need not be probed. */
  readonly knownEra?: Era | undefined;
  readonly onListChanged: (change: ListChange) => void;
  readonly onNews: (news: ServerNews) => void;
}

/**
 * Opens links. The only door of core to the outside world of MCP servers. Rejects with an error of the `MCP_…` family
 * whose phase is never `unknown`, since nothing that anybody asked for was on its way, or with `CALL_CANCELLED`.
 */
export type Connector = (open: OpenLink) => Promise<Link>;
