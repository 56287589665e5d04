import { roles, type Access, type Permission, type Role } from '@patchbay/contracts';
import type { PrincipalId } from '../ids.ts';

/** Who asks. Only a verified credential makes one; nothing in a request's path, body or other headers does. */
export interface Principal {
  readonly kind: 'key' | 'token';
  readonly id: PrincipalId;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly permissions: readonly Permission[];
  /** How many agents of the mesh it may register, if that was said of it. */
  readonly maxAgents?: number | null;
  readonly expiresAt: Date | null;
}

/** An admin can give itself any role, so it has them all. It cannot give itself exec, so it has not. */
const included: Record<Role, readonly Role[]> = {
  viewer: ['viewer'],
  operator: ['operator', 'viewer'],
  approver: ['approver', 'viewer'],
  admin: roles,
};

export function hasRole(principal: Pick<Principal, 'roles'>, role: Role): boolean {
  return principal.roles.some((own) => included[own].includes(role));
}

/** What the principal lacks, in words, or undefined when access is granted. */
export function missingFor(principal: Principal, access: Exclude<Access, 'open'>): string | undefined {
  if (!hasRole(principal, access.role)) return `the role ${access.role}`;
  const { permission } = access;
  if (permission && !principal.permissions.includes(permission)) return `the permission ${permission}`;
  return undefined;
}
