import { hash } from 'node:crypto';
import { permissions, roles, type Permission, type Role } from '@patchbay/contracts';
import type { Clock, Log, Principal, PrincipalId, Warnings } from '@patchbay/core';
import { decodeJwt, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { issuerKeys } from './issuer-keys.ts';

export type Grant = Role | Permission;

/** Whose tokens are accepted, for what audience, and what they may do. */
export interface Issuer {
  readonly issuer: string;
  readonly audience: readonly string[];
  /** Found through the issuer's metadata when left out. */
  readonly jwksUrl?: string | undefined;
  /** Every token's grants, or grants by the values of a claim. */
  readonly grants:
    | { readonly kind: 'fixed'; readonly grants: readonly Grant[] }
    | {
        readonly kind: 'claim';
        readonly claim: string;
        readonly values: Readonly<Record<string, readonly Grant[]>>;
      };
}

export interface VerifyTokenDeps {
  readonly issuers: readonly Issuer[];
  readonly clock: Clock;
  readonly log: Log;
  readonly warnings: Pick<Warnings, 'raise' | 'clear'>;
}

/** Signatures that only the holder of a private key can make; never `none`, never a shared secret. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const skewSeconds = 60;
/** The last that a `Date` can hold. */
const lastSecond = 8_640_000_000_000;
const maxCached = 10_000;
/** Bounds how long a token outlives what its issuer thinks of it now. */
const maxCachedMs = 60_000;

interface Verified {
  readonly principal: Principal;
  readonly untilMs: number;
}

/** The principal behind a JWT, or undefined. Checking a signature is slow, so a good token is remembered a while. */
export function createVerifyToken({ issuers, clock, log, warnings }: VerifyTokenDeps) {
  const trusted = new Map(
    issuers.map((issuer) => [
      issuer.issuer,
      {
        ...issuer,
        keys: issuerKeys(issuer, { clock, onRotated: forget, report: reportTo(warnings, issuer) }),
      },
    ]),
  );
  let current = new Map<string, Verified>();

  function forget(): void {
    current = new Map();
  }

  return async function verifyToken(token: string): Promise<Principal | undefined> {
    const now = clock.now();
    const cache = current; // a token checked by keys that are replaced meanwhile is not kept
    const digest = hash('sha256', token, 'base64');
    const known = cache.get(digest);
    if (known && known.untilMs > now.getTime()) return known.principal;
    cache.delete(digest);

    const issuer = trusted.get(issuerOf(token));
    if (!issuer) return undefined;
    const payload = await verify(token, issuer, now).catch((error: unknown) => {
      log.debug('token.refused', { issuer: issuer.issuer, error });
      return undefined;
    });
    if (!payload) return undefined;
    const principal = toPrincipal(payload, issuer);
    const untilMs = Math.min(principal.expiresAt.getTime(), now.getTime() + maxCachedMs);
    remember(cache, digest, { principal, untilMs });
    return principal;
  };
}

function reportTo(warnings: VerifyTokenDeps['warnings'], { issuer }: Issuer) {
  const id = `issuer:${issuer}`;
  return (problem: string | undefined): void => {
    if (problem === undefined) return warnings.clear(id);
    const message = `The keys of ${issuer} cannot be had, so its tokens are refused: ${problem}`;
    return warnings.raise({ id, category: 'security', message });
  };
}

async function verify(token: string, issuer: Issuer & { keys: JWTVerifyGetKey }, now: Date): Promise<Claims> {
  const { payload } = await jwtVerify(token, issuer.keys, {
    issuer: issuer.issuer,
    audience: [...issuer.audience],
    algorithms,
    clockTolerance: skewSeconds,
    currentDate: now,
  });
  return claimsSchema.parse(payload);
}

/** About somebody, and with an end that a date can be made of; jose takes any number, even 1e400. */
const claimsSchema = z.looseObject({
  sub: z.string().min(1),
  exp: z.number().min(0).max(lastSecond),
});
type Claims = z.output<typeof claimsSchema>;

/** Before verification, and only to choose whose keys must verify it. */
function issuerOf(token: string): string {
  try {
    return decodeJwt(token).iss ?? '';
  } catch {
    return '';
  }
}

/** What somebody may do of whom an issuer has said this, signed. */
export function toPrincipal(payload: Claims, issuer: Issuer): Principal & { readonly expiresAt: Date } {
  const grants = grantsOf(payload, issuer.grants);
  return {
    kind: 'token',
    id: `token:${issuer.issuer}#${payload.sub}` as PrincipalId,
    name: nameOf(payload) ?? payload.sub,
    roles: roles.filter((role) => grants.has(role)),
    permissions: permissions.filter((permission) => grants.has(permission)),
    expiresAt: new Date(payload.exp * 1_000),
  };
}

function nameOf(payload: Claims): string | undefined {
  const names = [payload['preferred_username'], payload['email'], payload['name'], payload['client_id']];
  return names.find((name) => typeof name === 'string');
}

function grantsOf(payload: Claims, rule: Issuer['grants']): ReadonlySet<Grant> {
  if (rule.kind === 'fixed') return new Set(rule.grants);
  const claimed: unknown = payload[rule.claim];
  const values = typeof claimed === 'string' ? claimed.split(' ') : Array.isArray(claimed) ? claimed : [];
  const named = values.filter((value) => typeof value === 'string' && Object.hasOwn(rule.values, value));
  return new Set(named.flatMap((value: string) => rule.values[value] ?? []));
}

function remember(cache: Map<string, Verified>, digest: string, verified: Verified): void {
  const [oldest] = cache.keys();
  if (cache.size >= maxCached && oldest !== undefined) cache.delete(oldest);
  cache.set(digest, verified);
}
