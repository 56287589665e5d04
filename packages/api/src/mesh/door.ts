import type { IncomingMessage } from 'node:http';
import type { Role } from '@patchbay/contracts';
import { hasRole, type Principal, type Sender } from '@patchbay/core';
import type { Authenticate } from '../auth/authorize.ts';
import { MeshRefusal, type Ask } from './wire.ts';

/** One way into the registry. */
export interface MeshDoor {
  /** What stands before the paths of the wire. */
  readonly prefix: string;
  /** Whether agents may come without a credential, as those of other meshes do. */
  readonly letsPlainIn: boolean;
}

const bearer = /^Bearer ([\x21-\x7e]{1,8192})$/i;

/** A credential that is wrong is refused everywhere: nobody becomes a plain agent by mistake. */
export async function identify(
  { headers: { authorization } }: IncomingMessage,
  door: MeshDoor,
  authenticate: Authenticate,
): Promise<Principal | undefined> {
  if (authorization === undefined && door.letsPlainIn) return undefined;
  const credential = bearer.exec(authorization ?? '')?.[1];
  const principal = credential === undefined ? undefined : await authenticate(credential);
  if (!principal)
    throw new MeshRefusal(401, 'A key is needed: an admin makes one with `patchbay keys create --mesh`');
  return principal;
}

/** As whom somebody registers agents. */
export function senderOf({ principal }: Ask): Sender {
  if (!principal) return null;
  if (!principal.permissions.includes('mesh'))
    throw new MeshRefusal(403, 'This key may not register agents: it needs the permission mesh');
  return principal;
}

/** Agents may look around in the mesh that they are in; others need a role for it. */
export function requireRole({ principal }: Ask, role: Role): void {
  if (!principal || hasRole(principal, role)) return;
  if (role !== 'admin' && principal.permissions.includes('mesh')) return;
  throw new MeshRefusal(403, `This key may not do that: it needs the role ${role}`);
}
