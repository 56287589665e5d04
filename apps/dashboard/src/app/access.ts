import type { Permission, Role } from '@patchbay/contracts';
import { useQuery } from '@tanstack/react-query';
import { me } from '../me.ts';

const included: Readonly<Record<Role, readonly Role[]>> = {
  viewer: ['viewer'],
  operator: ['operator', 'viewer'],
  approver: ['approver', 'viewer'],
  admin: ['viewer', 'operator', 'approver', 'admin'],
};

/** What the hub will let this person do; it decides, this only keeps buttons away that would be refused. */
export function useMay(): (role: Role, permission?: Permission) => boolean {
  const { data } = useQuery(me);
  return (role, permission) => {
    if (!data) return false;
    const hasRole = data.roles.some((own) => included[own].includes(role));
    return hasRole && (permission === undefined || data.permissions.includes(permission));
  };
}
