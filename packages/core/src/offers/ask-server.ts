import { fail, type JsonObject } from '@patchbay/contracts';
import type { Cancellation } from '../calls/cancellation.ts';
import type { Clock } from '../clock.ts';
import type { Connections } from '../connections/connections.ts';
import type { Supervisor } from '../connections/supervisor.ts';
import type { Gates } from '../guard/gates.ts';
import { passGate } from '../guard/pass-gate.ts';
import { decideRetry, lossOf } from '../guard/retry-table.ts';
import type { ServerName } from '../ids.ts';
import { refuseMissingCapability } from '../interaction/missing-capability.ts';
import type { Interaction } from '../interaction/interaction.ts';
import type { LogWish } from '../logging/log-level.ts';
import type { Server } from '../servers/server.ts';
import type { TraceContext } from '../tracing/trace-context.ts';
import { traceToServer, type TraceToServerDeps } from '../tracing/trace-to-server.ts';
import { errorTypeOf, traced } from '../tracing/tracing.ts';

export interface AskServerDeps extends TraceToServerDeps {
  readonly connections: Connections;
  readonly gates: Pick<Gates, 'of' | 'tidy'>;
  readonly clock: Clock;
  /** Resolves after a short random pause, or a longer one that the server asked for. */
  readonly pause: (leastMs: number) => Promise<void>;
  readonly timeoutOf: (server: Server) => number;
  /** How long the client may take to answer what the server asks. */
  readonly interactionMsOf: (server: Server) => number;
  /** Told what came of each: `ok`, or the code of the error. */
  readonly onAsked: (method: string, outcome: string) => void;
}

/** A question that changes nothing at the server, so that it may be asked twice. */
export interface Question {
  readonly server: ServerName;
  readonly method: string;
  readonly params: JsonObject;
  readonly trace?: TraceContext | undefined;
  readonly signal?: Cancellation | undefined;
  readonly onProgress?: ((params: JsonObject) => void) | undefined;
  readonly log?: LogWish | undefined;
  readonly interaction?: Interaction | undefined;
}

export type AskServer = (question: Question) => Promise<JsonObject>;

/** Resolves with the result. Rejects with `SERVER_REFUSED` if the server answered with an error. */
export function createAskServer(deps: AskServerDeps): AskServer {
  const { connections, gates, clock } = deps;

  async function ask(question: Question): Promise<JsonObject> {
    const supervisor = connections.find(question.server);
    if (!supervisor) throw fail('SERVER_NOT_FOUND', { serverId: question.server });
    const timeoutMs = deps.timeoutOf(supervisor.server);
    const endsAt = clock.now().getTime() + timeoutMs;
    const entering = { signal: question.signal, timeoutMs, endsAt };
    return passGate(gates, { server: question.server, entering }, () =>
      askTwice(question, supervisor, endsAt),
    );
  }

  /** At most, and on a connection that the supervisor opens anew. */
  async function askTwice(question: Question, supervisor: Supervisor, endsAt: number): Promise<JsonObject> {
    try {
      return await askOnce(question, supervisor, endsAt);
    } catch (error) {
      const loss = lossOf(error);
      const { ambiguous } = supervisor.server.settings.retry;
      if (!loss || question.signal?.aborted || decideRetry(loss, true, ambiguous) !== 'repeat') throw error;
      supervisor.ensure().catch(() => {}); // the status tells it
      const waitMs = loss.retryAfterMs ?? 0;
      if (clock.now().getTime() + waitMs >= endsAt) throw error;
      await deps.pause(waitMs);
      return askOnce(question, supervisor, endsAt);
    }
  }

  async function askOnce(question: Question, supervisor: Supervisor, endsAt: number): Promise<JsonObject> {
    const { server, method, trace: parent, ...ask } = question;
    const timeoutMs = Math.max(1, endsAt - clock.now().getTime());
    const interactionMs = ask.interaction && deps.interactionMsOf(supervisor.server);
    const answer = await traceToServer(deps, { server: supervisor.server, method, parent }, (trace) =>
      supervisor.request({ ...ask, method, timeoutMs, interactionMs, trace }),
    );
    if (!answer.error) return answer.result;
    const { code, message, data } = answer.error;
    refuseMissingCapability(answer.error, server);
    throw fail('SERVER_REFUSED', { serverId: server, method, reason: message, code, data });
  }

  return createTold(deps, ask);
}

/** Whatever came of it is counted, and traced. */
function createTold({ tracing, onAsked }: AskServerDeps, ask: AskServer): AskServer {
  return async (question) => {
    const { method, server, trace: parent } = question;
    const attributes = { 'mcp.method.name': method, 'patchbay.server': server };
    const span = { name: method, kind: 'server', parent, attributes } as const;
    try {
      const result = await traced(tracing, span, (trace) => ask({ ...question, trace }));
      onAsked(method, 'ok');
      return result;
    } catch (error) {
      onAsked(method, errorTypeOf(error));
      throw error;
    }
  };
}
