import type { Role } from '../access.ts';
import type { ErrorRows, NoData } from './row.ts';

/** Who may do what, from where. */
export const accessErrors = {
  UNAUTHENTICATED: {
    status: 401,
    retry: false,
    says: (_: NoData) => 'A valid key or token is needed.',
    fix: 'Send `Authorization: Bearer <key>`. The first key is in `admin.key` in the data directory.',
  },
  FORBIDDEN: {
    status: 403,
    retry: false,
    says: (d: { needs: string; role?: Role }) => `This needs ${d.needs}, which you do not have.`,
    fix: 'Use a key that has it, or ask an admin for one: `patchbay keys create`.',
  },
  SIGN_IN_LINK_SPENT: {
    status: 401,
    retry: false,
    says: (_: NoData) => 'This link was used before, or it is too old.',
    fix: '`patchbay dashboard` prints a new one; a key works as well.',
  },
  SIGN_IN_NEEDS_KEY: {
    status: 409,
    retry: false,
    says: (_: NoData) => 'A link to sign in stands for a key, and you came with a token.',
    fix: 'Make the link with a key: a session ends when its key is revoked.',
  },
  OAUTH_NOT_OFFERED: {
    status: 404,
    retry: false,
    says: (_: NoData) => 'This hub takes keys only: it trusts no issuer of tokens.',
    fix: 'Use a key, or name your identity provider in `auth.issuers`.',
  },
  HOST_NOT_ALLOWED: {
    status: 403,
    retry: false,
    says: (d: { host: string }) => `The hub does not answer to the host name "${d.host}".`,
    fix: 'Use 127.0.0.1 or localhost, or add the name to `auth.allowedHosts`.',
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    retry: false,
    says: (d: { origin: string }) => `Pages from "${d.origin}" may not talk to this hub.`,
    fix: 'Add the origin to `auth.allowedOrigins` if you trust every page there.',
  },
  KEY_NOT_FOUND: {
    status: 404,
    retry: false,
    says: (d: { id: string }) => `There is no key "${d.id}".`,
    fix: '`patchbay keys list` shows every key.',
  },
  KEY_PRESET: {
    status: 409,
    retry: false,
    says: (d: { id: string }) =>
      `"${d.id}" comes from PATCHBAY_ADMIN_KEY and would be back at the next start.`,
    fix: 'Change or remove PATCHBAY_ADMIN_KEY and restart the hub; then the key is revoked.',
  },
  KEY_LAST_ADMIN: {
    status: 409,
    retry: false,
    says: (d: { id: string }) => `"${d.id}" is the last key that can administer this hub.`,
    fix: 'Create another admin key first, then revoke this one.',
  },
} as const satisfies ErrorRows;
