import { fail } from '@patchbay/contracts';
import { hasRole, type Intent, type IntentStore, type Principal } from '@patchbay/core';
import type { Handlers } from '../handler.ts';

const maxListed = 1_000;

export interface CallHandlerDeps {
  readonly intents: Pick<IntentStore, 'listUnknown' | 'dismiss'>;
}

export function callHandlers({
  intents,
}: CallHandlerDeps): Handlers<'listUnknownCalls' | 'dismissUnknownCall'> {
  const listFor = async (principal: Principal): Promise<readonly Intent[]> => {
    const all = await intents.listUnknown(maxListed);
    return hasRole(principal, 'admin') ? all : all.filter((intent) => intent.principal === principal.id);
  };
  return {
    listUnknownCalls: async ({ principal }) => ({ body: (await listFor(principal)).map(toView) }),

    async dismissUnknownCall({ params: { id }, principal }) {
      const isTheirs = (await listFor(principal)).some((intent) => intent.id === id);
      if (!isTheirs || !(await intents.dismiss(id))) throw fail('CALL_NOT_FOUND', { id });
      return { body: undefined };
    },
  };
}

function toView({ id, server, tool, principal, via, at }: Intent) {
  return { id, serverId: server, toolName: tool, principal, via, at: at.toISOString() };
}
