import type { CallFace } from '@patchbay/contracts';

export const filterNames = ['server', 'tool', 'outcome', 'decision', 'via', 'call', 'from', 'to'] as const;
export type Filters = { readonly [K in (typeof filterNames)[number]]?: string };

export interface AuditQuery {
  readonly server?: string;
  readonly tool?: string;
  readonly outcome?: string;
  readonly call?: string;
  readonly decision?: 'allow' | 'deny' | 'ask';
  readonly via?: CallFace | 'hub';
  readonly from?: string;
  readonly to?: string;
}

/** What stands in the address as the hub wants it; a local time becomes one that everybody means alike. */
export function toQuery(filters: Filters): AuditQuery {
  const given = filterNames.flatMap((name): (readonly [string, string])[] => {
    const value = filters[name];
    if (!value) return [];
    if (name !== 'from' && name !== 'to') return [[name, value]];
    const time = new Date(value);
    return Number.isNaN(time.getTime()) ? [] : [[name, time.toISOString()]];
  });
  return Object.fromEntries(given) as AuditQuery; // what it does not know, the hub refuses with a reason
}
