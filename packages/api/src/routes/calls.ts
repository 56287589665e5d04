import { fail } from '@patchbay/contracts';
import type { Intent, IntentStore } from '@patchbay/core';
import type { Handlers } from '../handler.ts';

const maxListed = 1_000;

export interface CallHandlerDeps {
  readonly intents: Pick<IntentStore, 'listUnknown' | 'dismiss'>;
}

export function callHandlers({
  intents,
}: CallHandlerDeps): Handlers<'listUnknownCalls' | 'dismissUnknownCall'> {
  return {
    listUnknownCalls: async () => ({ body: (await intents.listUnknown(maxListed)).map(toView) }),

    async dismissUnknownCall({ params: { id } }) {
      if (!(await intents.dismiss(id))) throw fail('CALL_NOT_FOUND', { id });
      return { body: undefined };
    },
  };
}

function toView({ id, server, tool, principal, via, at }: Intent) {
  return { id, serverId: server, toolName: tool, principal, via, at: at.toISOString() };
}
