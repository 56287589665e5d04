import { fail, type Access } from '@patchbay/contracts';
import { missingFor, type Principal } from '@patchbay/core';

/** The principal behind a bearer credential, or undefined; it does not say why. */
export type Authenticate = (credential: string) => Promise<Principal | undefined>;

/** The one gate of the REST face. Runs inside the route that was matched, never by the look of a path. */
export async function authorize(
  request: Request,
  access: Access,
  authenticate: Authenticate,
): Promise<Principal | undefined> {
  if (access === 'open') return undefined;
  const principal = await identify(request, authenticate);
  const needs = missingFor(principal, access);
  if (needs) throw fail('FORBIDDEN', { needs });
  return principal;
}

export async function identify(request: Request, authenticate: Authenticate): Promise<Principal> {
  const credential = bearerOf(request);
  const principal = credential === undefined ? undefined : await authenticate(credential);
  if (!principal) throw fail('UNAUTHENTICATED', {});
  return principal;
}

function bearerOf({ headers }: Request): string | undefined {
  return /^Bearer ([\x21-\x7e]{1,8192})$/i.exec(headers.get('authorization') ?? '')?.[1];
}
