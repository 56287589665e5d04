import { type PolicyView, showLine } from '@patchbay/contracts';
import { showPattern } from './show-text.ts';

/** `ALWAYS_DENY for files.write_*, where path=/etc/*, for the role operator` */
export function describePolicy(policy: PolicyView): string {
  const when = conditionsOf(policy);
  const who = whoOf(policy);
  return [
    `${policy.policy} for ${showLine(policy.serverId)}.${showLine(policy.toolName)}`,
    ...(when === '' ? [] : [`where ${when}`]),
    ...(who === 'everybody' ? [] : [`for ${policy.role === null ? '' : 'the role '}${who}`]),
  ].join(', ');
}

export function conditionsOf({ arguments: args }: PolicyView): string {
  return Object.entries(args)
    .map(([path, pattern]) => showPattern(`${path}=${pattern}`))
    .join(' ');
}

export function whoOf({ principal, role }: PolicyView): string {
  return principal === null ? (role ?? 'everybody') : showLine(principal);
}
