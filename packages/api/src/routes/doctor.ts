import type { Finding } from '@patchbay/contracts';
import type { Principal } from '@patchbay/core';
import type { Handlers } from '../handler.ts';

export interface DoctorHandlerDeps {
  readonly examine: (principal: Principal) => Promise<readonly Finding[]>;
}

export function doctorHandlers({ examine }: DoctorHandlerDeps): Handlers<'doctor'> {
  return { doctor: async ({ principal }) => ({ body: { findings: [...(await examine(principal))] } }) };
}
