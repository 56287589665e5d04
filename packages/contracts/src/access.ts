/** What a principal may be. Which role includes which others is decided in core. */
export const roles = ['viewer', 'operator', 'approver', 'admin'] as const;
export type Role = (typeof roles)[number];

/**
 * Rights that no role includes. `exec` is the right to define what the hub starts as a process, `mesh` the right to
 * register agents of the mesh.
 */
export const permissions = ['exec', 'mesh'] as const;
export type Permission = (typeof permissions)[number];

/** Who may use a route. Every route states one; there is no default. */
export type Access = 'open' | { readonly role: Role; readonly permission?: Permission };
