import type { JsonObject, RpcAnswer, RpcId } from '@patchbay/contracts';
import {
  codes,
  isObject,
  notification,
  ok,
  paramsOf,
  refuse,
  subscriptionKey,
  type Message,
} from './wire.ts';

export type ListKind = 'tools' | 'resources' | 'prompts';
export const listKinds: readonly ListKind[] = ['tools', 'resources', 'prompts'];

interface Listen {
  readonly message: Message;
  readonly id: RpcId;
  readonly declared: readonly ListKind[];
  readonly signal: AbortSignal;
  readonly notify: (message: JsonObject) => void;
}

export interface Subscriptions {
  /** Lasts as long as the subscription. No answer means that the client ended it. */
  readonly listen: (listen: Listen) => Promise<RpcAnswer | undefined>;
  readonly emit: (kind: ListKind) => void;
  /** Ends them all in good order, each with its result. */
  readonly end: () => void;
  readonly size: number;
}

interface Subscription {
  readonly tell: (kind: ListKind) => void;
  readonly end: () => void;
}

/** The `subscriptions/listen` of the modern era. */
export function createSubscriptions(): Subscriptions {
  const open = new Set<Subscription>();
  return {
    async listen({ message, id, declared, signal, notify }) {
      const filter = paramsOf(message)['notifications'];
      if (!isObject(filter)) return refuse(codes.invalidParams, 'Missing: notifications');
      const honoured = declared.filter((kind) => filter[`${kind}ListChanged`] === true);
      const _meta = { [subscriptionKey]: id };
      const granted = Object.fromEntries(honoured.map((kind) => [`${kind}ListChanged`, true]));
      notify(notification('notifications/subscriptions/acknowledged', { notifications: granted, _meta }));
      if (honoured.length > 0)
        await lasting(open, signal, (kind) => {
          if (honoured.includes(kind)) notify(notification(`notifications/${kind}/list_changed`, { _meta }));
        });
      return signal.aborted ? undefined : ok({ _meta });
    },
    emit(kind) {
      for (const { tell } of open) tell(kind);
    },
    end() {
      for (const { end } of open) end();
    },
    get size() {
      return open.size;
    },
  };
}

function lasting(open: Set<Subscription>, signal: AbortSignal, tell: Subscription['tell']): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      open.delete(subscription);
      resolve();
    };
    const subscription = { tell, end };
    open.add(subscription);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}
