import type { ProtectedResource, Role } from '@patchbay/contracts';
import { hasRole } from '@patchbay/core';
import type { Grant, Issuer } from '@patchbay/api';
import type { OAuthSigns } from '@patchbay/gateway';
import type { Config } from './config/schema.ts';
import { toIssuer } from './issuers.ts';

/** How a request came: the Host it named, and what a proxy says of its scheme. The guard has checked the Host. */
export interface Reached {
  readonly host: string;
  readonly forwardedProto: string | null | undefined;
}

/** The hub as OAuth clients see it (RFC 9728). */
export interface OAuthResource {
  readonly describe: (reached: Reached, path: string) => ProtectedResource;
  readonly metadataUrl: (reached: Reached, path: string) => string;
  /** The least that gives a role, where tokens get their roles by scopes. */
  readonly scopeFor: (role: Role) => string | undefined;
}

/** Undefined where no issuer is trusted: such a hub takes keys only, and has nobody to send a client to. */
export function createOAuthResource(config: Config): OAuthResource | undefined {
  const issuers = config.auth.issuers.map(toIssuer);
  if (issuers.length === 0) return undefined;
  const scopes = scopesOf(issuers);
  const supported = scopesForClients(scopes);
  return {
    describe: (reached, path) => ({
      resource: `${originOf(config, reached)}${path}`,
      resource_name: 'Patchbay',
      authorization_servers: issuers.map(({ issuer }) => issuer),
      ...(supported.length > 0 && { scopes_supported: supported }),
      bearer_methods_supported: ['header'],
    }),
    metadataUrl: (reached, path) =>
      `${originOf(config, reached)}/.well-known/oauth-protected-resource${path}`,
    scopeFor: (role) => scopes.find(({ roles }) => hasRole({ roles }, role))?.name,
  };
}

/** For the MCP face, which refuses with a sign to the metadata. */
export function toOAuthSigns({ metadataUrl, scopeFor }: OAuthResource): OAuthSigns {
  return {
    metadataUrl: ({ url = '', headers }) => {
      const proto = headers['x-forwarded-proto'];
      const forwardedProto = typeof proto === 'string' ? proto : undefined;
      return metadataUrl(
        { host: headers.host ?? '', forwardedProto },
        url.startsWith('/mcp') ? '/mcp' : '/sse',
      );
    },
    scopeFor,
  };
}

/** How clients name the hub. */
export function originOf({ auth, tls, behindProxy }: Config, { host, forwardedProto }: Reached): string {
  if (auth.publicUrl !== undefined) return auth.publicUrl;
  const proxied = behindProxy ? (forwardedProto === 'http' ? 'http' : 'https') : undefined;
  return `${proxied ?? (tls ? 'https' : 'http')}://${host}`;
}

interface Scope {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly isHarmless: boolean;
}

const scopeClaims = ['scope', 'scp'];
/** RFC 6749, 3.3. Nothing else can stand in a header either. */
const scopeShape = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** Roles that come from other claims are not a client's to ask for. The least powerful scope comes first. */
function scopesOf(issuers: readonly Issuer[]): Scope[] {
  const entries = issuers.flatMap(({ grants }) =>
    grants.kind === 'claim' && scopeClaims.includes(grants.claim) ? Object.entries(grants.values) : [],
  );
  return entries
    .filter(([name]) => scopeShape.test(name))
    .toSorted(([, left], [, right]) => powerOf(left) - powerOf(right))
    .map(([name, grants]) => ({ name, roles: rolesOf(grants), isHarmless: powerOf(grants) < decides }));
}

/** From here on a grant does more than list and call tools. */
const decides = 10;
const powers: Readonly<Record<Grant, number>> = {
  viewer: 1,
  operator: 2,
  approver: decides,
  mesh: 15,
  admin: 20,
  exec: 40,
};

function powerOf(grants: readonly Grant[]): number {
  return grants.reduce((sum, grant) => sum + powers[grant], 0);
}

function rolesOf(grants: readonly Grant[]): Role[] {
  return grants.filter((grant) => grant !== 'exec' && grant !== 'mesh');
}

/** Clients ask for all that they are told of, so they are told of no more than an MCP client needs. */
function scopesForClients(scopes: readonly Scope[]): string[] {
  const harmless = scopes.filter(({ isHarmless }) => isHarmless);
  const offered = harmless.length > 0 ? harmless : scopes;
  return [...new Set(offered.map(({ name }) => name))];
}
