import type { Clock } from '../clock.ts';
import type { KeyId } from '../ids.ts';
import { isUsable, type KeyStore } from './key.ts';
import { hasRole, type Principal } from './principal.ts';

export interface IsStillGoodDeps {
  readonly keys: Pick<KeyStore, 'find'>;
  readonly clock: Clock;
}

/** Whether somebody who asked a while ago may still make calls: keys are revoked, and tokens run out. */
export function createIsStillGood({ keys, clock }: IsStillGoodDeps) {
  return async ({ id, roles, expiresAt }: Principal): Promise<boolean> => {
    const now = clock.now();
    if (expiresAt && expiresAt <= now) return false;
    if (!id.startsWith('key:')) return hasRole({ roles }, 'operator');
    const key = await keys.find(id.slice('key:'.length) as KeyId);
    return key !== undefined && isUsable(key, now) && hasRole(key, 'operator');
  };
}
