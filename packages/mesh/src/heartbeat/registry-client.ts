import {
  heartbeatAnswerSchema,
  heartbeatCodes,
  meshCallsHeader,
  reasonOf,
  type Heartbeat,
  type HeartbeatAnswer,
} from '@patchbay/contracts';
import type { World } from '../world.ts';

export interface RegistryOptions {
  readonly url: string;
  /** For a registry that does not take everybody. */
  readonly token: string | undefined;
  /** Whom the agent called, for those who want to see it. */
  readonly calls: () => string | undefined;
}

/** What a registry said, or that it said nothing of use. */
export type RegistryReply =
  | { readonly kind: 'unchanged' | 'changed' | 'unknown' }
  | { readonly kind: 'accepted'; readonly answer: HeartbeatAnswer }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'missed'; readonly reason: string };

const timeoutMs = 10_000;
/** Nobody who stops wants to wait for a registry. */
const removeTimeoutMs = 3_000;

/** The registry as one agent sees it. It never throws: a registry that is not there is nothing unusual. */
export class RegistryClient {
  readonly #options: RegistryOptions;
  readonly #world: World;
  readonly #open = new Set<AbortController>();

  constructor({ url, ...options }: RegistryOptions, world: World) {
    this.#options = { url: url.replace(/\/+$/, ''), ...options };
    this.#world = world;
  }

  /** Gives up what is under way. */
  abandon(): void {
    for (const controller of this.#open) controller.abort();
  }

  ask(agentId: string): Promise<RegistryReply> {
    const read = ({ status }: Response): RegistryReply => {
      if (status === heartbeatCodes.unchanged) return { kind: 'unchanged' };
      if (status === heartbeatCodes.topologyChanged) return { kind: 'changed' };
      return status === heartbeatCodes.unknown ? { kind: 'unknown' } : missed(`HTTP ${String(status)}`);
    };
    const calls = this.#options.calls();
    const headers = calls === undefined ? {} : { [meshCallsHeader]: calls };
    return this.#send('HEAD', `/heartbeat/${encodeURIComponent(agentId)}`, { read, headers });
  }

  register(body: Heartbeat): Promise<RegistryReply> {
    const read = async (response: Response): Promise<RegistryReply> => {
      const { status } = response;
      const said: unknown = await response.json().catch(() => undefined);
      if (status >= 500 || status === 429) return missed(errorIn(said) ?? `HTTP ${String(status)}`);
      if (status >= 400) return { kind: 'refused', reason: errorIn(said) ?? `HTTP ${String(status)}` };
      const parsed = heartbeatAnswerSchema.safeParse(said);
      if (!parsed.success) return missed('it answered something else than a registry does.');
      const answer = parsed.data;
      return answer.status === 'error'
        ? { kind: 'refused', reason: answer.message }
        : { kind: 'accepted', answer };
    };
    return this.#send('POST', '/heartbeat', { read, body: JSON.stringify(body) });
  }

  async remove(agentId: string): Promise<void> {
    await this.#send('DELETE', `/agents/${encodeURIComponent(agentId)}`, {
      read: () => ({ kind: 'unknown' }),
    });
  }

  async #send(method: string, path: string, { body, headers: more, read }: Exchange): Promise<RegistryReply> {
    const { url, token } = this.#options;
    const limit = new AbortController();
    this.#open.add(limit);
    const ms = method === 'DELETE' ? removeTimeoutMs : timeoutMs;
    const cancel = this.#world.timers.after(ms, () => limit.abort());
    try {
      const headers = {
        ...more,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      };
      const init = { method, headers, redirect: 'error' as const, signal: limit.signal };
      return await read(
        await this.#world.fetch(`${url}${path}`, body === undefined ? init : { ...init, body }),
      );
    } catch (error) {
      return missed(wordsOf(error));
    } finally {
      cancel();
      this.#open.delete(limit);
    }
  }
}

interface Exchange {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly read: (response: Response) => RegistryReply | Promise<RegistryReply>;
}

/** `fetch failed` says nothing; what it wraps does. */
function wordsOf(error: unknown): string {
  return error instanceof TypeError && error.cause !== undefined ? reasonOf(error.cause) : reasonOf(error);
}

function missed(reason: string): RegistryReply {
  return { kind: 'missed', reason };
}

function errorIn(said: unknown): string | undefined {
  const error: unknown =
    typeof said === 'object' && said !== null && 'error' in said ? said.error : undefined;
  return typeof error === 'string' ? error : undefined;
}
