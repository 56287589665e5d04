import type { PinsView } from '@patchbay/contracts';
import type { Principal, Reviewed } from '@patchbay/core';
import type { Handlers } from '../handler.ts';

export interface PinHandlerDeps {
  readonly review: (nameOrId: string) => Promise<PinsView>;
  readonly accept: (
    nameOrId: string,
    named: readonly Reviewed[] | undefined,
    by: Principal,
  ) => Promise<PinsView>;
}

export function pinHandlers({ review, accept }: PinHandlerDeps): Handlers<'serverPins' | 'acceptTools'> {
  return {
    serverPins: async ({ params: { name } }) => ({ body: await review(name) }),
    acceptTools: async ({ params: { name }, body: { tools }, principal }) => ({
      body: await accept(name, tools, principal),
    }),
  };
}
