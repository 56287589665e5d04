import { roles } from '@patchbay/contracts';
import { aPrincipal } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { hasRole, missingFor } from './principal.ts';

describe('roles', () => {
  it.each([
    ['viewer', ['viewer']],
    ['operator', ['viewer', 'operator']],
    ['approver', ['viewer', 'approver']],
    ['admin', [...roles]],
  ] as const)('%s includes %j', (role, included) => {
    expect(roles.filter((asked) => hasRole(aPrincipal({ roles: [role] }), asked))).toEqual(included);
  });

  it('give nothing to a principal that has none', () => {
    expect(roles.filter((role) => hasRole(aPrincipal({ roles: [] }), role))).toEqual([]);
  });
});

describe('access', () => {
  it('names the role that is missing', () => {
    expect(missingFor(aPrincipal({ roles: ['operator'] }), { role: 'admin' })).toBe('the role admin');
  });

  it('asks for exec even of an admin', () => {
    const admin = aPrincipal({ roles: ['admin'], permissions: [] });
    expect(missingFor(admin, { role: 'admin', permission: 'exec' })).toBe('the permission exec');
    expect(
      missingFor({ ...admin, permissions: ['exec'] }, { role: 'admin', permission: 'exec' }),
    ).toBeUndefined();
  });
});
