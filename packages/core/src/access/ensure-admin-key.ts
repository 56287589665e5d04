import { fail, permissions, roles } from '@patchbay/contracts';
import type { Chance } from '../chance.ts';
import type { Clock } from '../clock.ts';
import type { KeyId } from '../ids.ts';
import { describeKey } from './create-key.ts';
import { formatKey, isAdmin, isUsable, parseKey, type Digest, type Key, type KeyStore } from './key.ts';

export interface EnsureAdminKeyDeps {
  readonly keys: KeyStore;
  readonly digest: Digest;
  readonly chance: Chance;
  readonly clock: Clock;
  /** Keeps the text of a key that was made, before the key works: after a crash, nobody is locked out. */
  readonly save: (text: string) => void;
}

/**
 * Run at every start. A preset key is taken as it is, and an earlier preset stops working. Without one, a key
 * is made if none can administer the hub; its text is returned this once.
 */
export async function ensureAdminKey(
  deps: EnsureAdminKeyDeps,
  preset: string | undefined,
): Promise<string | undefined> {
  const known = await deps.keys.list();
  const kept = preset === undefined ? undefined : await putPreset(deps, preset);
  await retirePresets(deps, known, kept);
  const now = deps.clock.now();
  if (kept || known.some((key) => isAdmin(key) && isUsable(key, now) && key.origin !== 'preset'))
    return undefined;
  return createFirst(deps);
}

async function putPreset({ keys, digest, clock }: EnsureAdminKeyDeps, text: string): Promise<KeyId> {
  const parts = parseKey(text);
  if (!parts) {
    const message = 'Write it as pbk_<id>_<secret>; the id has letters, digits and dashes.';
    throw fail('CONFIG_INVALID', { problems: [{ path: 'PATCHBAY_ADMIN_KEY', message }] });
  }
  await keys.put({ ...adminKey(clock), ...describeKey(parts, digest), origin: 'preset' });
  return parts.id;
}

async function retirePresets(deps: EnsureAdminKeyDeps, known: readonly Key[], kept: KeyId | undefined) {
  const old = known.filter(({ id, origin, revokedAt }) => origin === 'preset' && id !== kept && !revokedAt);
  const revokedAt = deps.clock.now();
  for (const key of old) await deps.keys.put({ ...key, revokedAt });
}

async function createFirst({ keys, digest, chance, clock, save }: EnsureAdminKeyDeps): Promise<string> {
  const parts = { id: chance.id() as KeyId, secret: chance.secret() };
  save(formatKey(parts));
  await keys.put({ ...adminKey(clock), ...describeKey(parts, digest), origin: 'first-start' });
  return formatKey(parts);
}

function adminKey(clock: Clock) {
  const createdAt = clock.now();
  return { name: 'admin', roles, permissions, maxAgents: null, createdBy: null, createdAt, expiresAt: null };
}
