import type { Finding } from '@patchbay/contracts';
import type { Principal } from '@patchbay/core';
import type { Handlers } from '../handler.ts';

export interface DoctorHandlerDeps {
  readonly examine: (principal: Principal, profile: string | undefined) => Promise<readonly Finding[]>;
  readonly walk: (
    principal: Principal,
    subject: string,
    profile: string | undefined,
  ) => Promise<readonly Finding[]>;
}

export function doctorHandlers({ examine, walk }: DoctorHandlerDeps): Handlers<'doctor'> {
  return {
    async doctor({ principal, query: { subject, profile } }) {
      const findings = await (subject === undefined
        ? examine(principal, profile)
        : walk(principal, subject, profile));
      return { body: { findings: [...findings] } };
    },
  };
}
