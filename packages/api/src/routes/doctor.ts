import type { Finding } from '@patchbay/contracts';
import type { Principal } from '@patchbay/core';
import type { Handlers } from '../handler.ts';

export interface DoctorHandlerDeps {
  readonly examine: (principal: Principal) => Promise<readonly Finding[]>;
  readonly walk: (principal: Principal, subject: string) => Promise<readonly Finding[]>;
}

export function doctorHandlers({ examine, walk }: DoctorHandlerDeps): Handlers<'doctor'> {
  return {
    async doctor({ principal, query: { subject } }) {
      const findings = await (subject === undefined ? examine(principal) : walk(principal, subject));
      return { body: { findings: [...findings] } };
    },
  };
}
