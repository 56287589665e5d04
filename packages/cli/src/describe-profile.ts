import { type ProfileView, showLine } from '@patchbay/contracts';

export function describeTools({ tools: { allow, deny } }: ProfileView): string {
  const allowed = allow.length === 1 && allow[0] === '*' ? 'all' : allow.join(', ');
  return showLine(deny.length === 0 ? allowed : `${allowed}; not ${deny.join(', ')}`);
}

export function describeAccess({ access: { roles, principals } }: ProfileView): string {
  const named = [...roles, ...principals];
  return named.length === 0 ? 'everybody' : showLine(named.join(', '));
}
