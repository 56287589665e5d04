import { fail, type Access } from '@patchbay/contracts';
import { missingFor, type Principal } from '@patchbay/core';
import { sessionOf } from './session-cookie.ts';

/** The principal behind a credential, or undefined; it does not say why. */
export type Authenticate = (credential: string) => Promise<Principal | undefined>;

/** The ways to be known: what stands in Authorization, and the session of a browser. */
export interface Doors {
  readonly authenticate: Authenticate;
  readonly authenticateSession: Authenticate;
}

/** The one gate of the REST face. Runs inside the route that was matched, never by the look of a path. */
export async function authorize(
  request: Request,
  access: Access,
  doors: Doors,
): Promise<Principal | undefined> {
  if (access === 'open') return undefined;
  const principal = await identify(request, doors);
  const needs = missingFor(principal, access);
  if (needs) throw fail('FORBIDDEN', { needs });
  return principal;
}

export async function identify(request: Request, doors: Doors): Promise<Principal> {
  const principal = await principalOf(request, doors);
  if (!principal) throw fail('UNAUTHENTICATED', {});
  return principal;
}

/** Who sends Authorization is who that says and nobody else, whatever cookies come along. */
async function principalOf(request: Request, doors: Doors): Promise<Principal | undefined> {
  if (request.headers.has('authorization')) {
    const credential = bearerOf(request);
    return credential === undefined ? undefined : doors.authenticate(credential);
  }
  const session = sessionOf(request);
  return session === undefined ? undefined : doors.authenticateSession(session);
}

function bearerOf({ headers }: Request): string | undefined {
  return /^Bearer ([\x21-\x7e]{1,8192})$/i.exec(headers.get('authorization') ?? '')?.[1];
}
