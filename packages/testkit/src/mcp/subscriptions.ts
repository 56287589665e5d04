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
  /** A resource was updated. */
  readonly emitUpdated: (uri: string) => void;
  /** Ends them all in good order, each with its result. */
  readonly end: () => void;
  readonly size: number;
}

interface Subscription {
  readonly tell: (kind: ListKind) => void;
  readonly tellUpdated: (uri: string) => void;
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
      const watched = Array.isArray(filter['resourceSubscriptions']) ? filter['resourceSubscriptions'] : [];
      const granted: JsonObject = {
        ...Object.fromEntries(honoured.map((kind) => [`${kind}ListChanged`, true])),
        ...(watched.length > 0 && { resourceSubscriptions: watched }),
      };
      notify(notification('notifications/subscriptions/acknowledged', { notifications: granted, _meta }));
      if (honoured.length + watched.length > 0)
        await lasting(open, signal, {
          tell(kind) {
            if (honoured.includes(kind))
              notify(notification(`notifications/${kind}/list_changed`, { _meta }));
          },
          tellUpdated(uri) {
            if (watched.includes(uri))
              notify(notification('notifications/resources/updated', { uri, _meta }));
          },
        });
      return signal.aborted ? undefined : ok({ _meta });
    },
    emit(kind) {
      for (const { tell } of open) tell(kind);
    },
    emitUpdated(uri) {
      for (const { tellUpdated } of open) tellUpdated(uri);
    },
    end() {
      for (const { end } of open) end();
    },
    get size() {
      return open.size;
    },
  };
}

function lasting(
  open: Set<Subscription>,
  signal: AbortSignal,
  told: Omit<Subscription, 'end'>,
): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      open.delete(subscription);
      resolve();
    };
    const subscription = { ...told, end };
    open.add(subscription);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}
