import type { Principal, ResultSlice } from '@patchbay/core';
import type { Handlers } from '../handler.ts';

export interface ResultHandlerDeps {
  readonly readResult: (
    principal: Principal,
    slice: { readonly id: string; readonly offset: number; readonly length: number },
  ) => Promise<ResultSlice>;
}

export function resultHandlers({ readResult }: ResultHandlerDeps): Handlers<'readResult'> {
  return {
    async readResult({ principal, params: { id }, query }) {
      const { nextOffset, ...slice } = await readResult(principal, { id, ...query });
      return { body: { ...slice, ...(nextOffset !== undefined && { nextOffset }) } };
    },
  };
}
