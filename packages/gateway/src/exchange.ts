import type { IncomingMessage, ServerResponse } from 'node:http';
import { fail, type Role } from '@patchbay/contracts';
import { hasRole, type Principal, type View } from '@patchbay/core';
import type { EventStream } from './event-stream.ts';
import type { Session } from './sessions.ts';

/** The principal behind a bearer credential, or undefined; it does not say why. */
export type Authenticate = (credential: string) => Promise<Principal | undefined>;

/** A session and the one stream that takes all its answers. */
interface Lane {
  readonly session: Session;
  readonly stream: EventStream;
}

/** Who asks, and what there is for those who ask at this address. */
export interface Asker {
  readonly principal: Principal;
  readonly view: View;
}

/** The view of the whole hub, or of a profile. Throws for a profile that is none to this principal. */
export type ViewFor = (profile: string | undefined, principal: Principal) => View;

/** One HTTP request of a known principal, and the way to answer it. */
export interface Exchange extends Asker {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Asked again while a stream is open: it must not outlive the key that opened it. */
  readonly credential: string;
  /** Where the answer goes when it is not to be in the response. */
  readonly lane?: Lane | undefined;
}

export async function identify(
  request: IncomingMessage,
  response: ServerResponse,
  authenticate: Authenticate,
): Promise<Omit<Exchange, 'view'>> {
  const credential = bearerOf(request);
  const principal = credential === undefined ? undefined : await authenticate(credential);
  if (!principal || credential === undefined) throw fail('UNAUTHENTICATED', {});
  return { request, response, principal, credential };
}

function bearerOf({ headers }: IncomingMessage): string | undefined {
  return /^Bearer ([\x21-\x7e]{1,8192})$/i.exec(headers.authorization ?? '')?.[1];
}

export function requireRole(principal: Principal, role: Role): void {
  if (!hasRole(principal, role)) throw fail('FORBIDDEN', { needs: `the role ${role}`, role });
}

export function acceptsJson({ request }: Exchange): boolean {
  return accepts(request, /(?:^|[\s,])(?:application\/(?:json|\*)|\*\/\*)(?=$|[\s,;])/i);
}

export function acceptsEvents({ request }: Exchange): boolean {
  return accepts(request, /(?:^|[\s,])(?:text\/(?:event-stream|\*)|\*\/\*)(?=$|[\s,;])/i);
}

function accepts({ headers: { accept } }: IncomingMessage, type: RegExp): boolean {
  return accept === undefined || type.test(accept);
}
