import type { IdentityProvider, Issuer } from '@patchbay/api';
import { roles } from '@patchbay/contracts';
import type { Config } from './config/schema.ts';

/** Left out, a token has the roles that its claim `roles` names; never exec, which must be given on purpose. */
const byOwnNames: Issuer['grants'] = {
  kind: 'claim',
  claim: 'roles',
  values: Object.fromEntries(roles.map((role) => [role, [role]])),
};

export function toIssuer({
  issuer,
  audience,
  jwksUrl,
  roles: rule,
}: Config['auth']['issuers'][number]): Issuer {
  return { issuer, audience, jwksUrl, grants: toGrants(rule) };
}

/** Those of the issuers at which people can sign in with a browser. */
export function toIdentityProviders(issuers: Config['auth']['issuers']): IdentityProvider[] {
  return issuers.flatMap((entry) =>
    entry.signIn
      ? {
          issuer: toIssuer(entry),
          title: entry.signIn.title ?? new URL(entry.issuer).host,
          clientId: entry.signIn.clientId,
          clientSecret: entry.signIn.clientSecret?.reveal(),
          scopes: entry.signIn.scopes,
        }
      : [],
  );
}

function toGrants(rule: Config['auth']['issuers'][number]['roles']): Issuer['grants'] {
  if (rule === undefined) return byOwnNames;
  return Array.isArray(rule) ? { kind: 'fixed', grants: rule } : { kind: 'claim', ...rule };
}
