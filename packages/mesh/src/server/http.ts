/** A request and its answer as plain data, so that an agent can be asked with or without a network. */
export interface AgentRequest {
  readonly method: string;
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** Aborts when whoever asked has left. */
  readonly signal: AbortSignal;
}

export interface AgentResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** In one piece, or as it comes. */
  readonly body: string | AsyncIterable<string>;
}

export type Answer = (request: AgentRequest) => Promise<AgentResponse>;

/** Where an agent can be asked. */
export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** Opens a socket, or what stands for one. Without a host it is open to all; port 0 takes any that is free. */
export type Listen = (
  answer: Answer,
  at: { readonly host: string | undefined; readonly port: number },
) => Promise<Listening>;

export function json(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): AgentResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

export function nothing(status: number, headers: Readonly<Record<string, string>> = {}): AgentResponse {
  return { status, headers, body: '' };
}
