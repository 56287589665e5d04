import { fail } from '@patchbay/contracts';
import type { Chance } from '../chance.ts';
import type { Clock } from '../clock.ts';
import type { KeyId } from '../ids.ts';
import { isUsable, parseKey, type Digest, type Key, type KeyStore } from './key.ts';
import type { Principal } from './principal.ts';
import type { Session, SessionStore } from './session.ts';
import { createVerifyKey, toPrincipal } from './verify-key.ts';

export interface SessionsDeps {
  readonly sessions: SessionStore;
  readonly keys: Pick<KeyStore, 'find'>;
  readonly digest: Digest;
  readonly chance: Pick<Chance, 'secret'>;
  readonly clock: Clock;
}

const linkMs = 3_600_000;
const sessionMs = 24 * 3_600_000;

interface Opened {
  /** Known to its owner alone; the store has its hash. */
  readonly token: string;
  readonly expiresAt: Date;
}

interface SignedIn extends Opened {
  readonly principal: Principal;
}

export interface Sessions {
  /** A link that signs in once, within the hour, as the owner of this key. */
  createLink(key: KeyId): Promise<Opened>;
  signInByLink(code: string): Promise<SignedIn>;
  signInByKey(text: string): Promise<SignedIn>;
  /** Who a session stands for, or undefined: ended, expired and made up look alike. */
  principalOf(token: string): Promise<Principal | undefined>;
  signOut(token: string): Promise<void>;
}

/** Browsers sign in with a key once and are known by a session from then on. */
export function createSessions(deps: SessionsDeps): Sessions {
  const { sessions, keys, digest, clock } = deps;
  const verifyKey = createVerifyKey(deps);
  const hashOf = (kind: Session['kind'], token: string): string => digest.sha256(`${kind}:${token}`);
  const usableKey = async (session: Session | undefined): Promise<Key | undefined> => {
    if (!session || session.expiresAt <= clock.now()) return undefined;
    const key = await keys.find(session.key);
    return key && isUsable(key, clock.now()) ? key : undefined;
  };
  const open = async (kind: Session['kind'], key: KeyId, lastsMs: number): Promise<Opened> => {
    const token = deps.chance.secret();
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + lastsMs);
    await sessions.put({ hash: hashOf(kind, token), kind, key, createdAt, expiresAt });
    return { token, expiresAt };
  };

  return {
    createLink: (key) => open('link', key, linkMs),

    async signInByLink(code) {
      const key = await usableKey(await sessions.take(hashOf('link', code)));
      if (!key) throw fail('SIGN_IN_LINK_SPENT', {});
      return { ...(await open('session', key.id, sessionMs)), principal: toPrincipal(key) };
    },

    async signInByKey(text) {
      const principal = await verifyKey(text);
      const id = parseKey(text)?.id;
      if (!principal || !id) throw fail('UNAUTHENTICATED', {});
      return { ...(await open('session', id, sessionMs)), principal };
    },

    async principalOf(token) {
      const key = await usableKey(await sessions.find(hashOf('session', token)));
      return key && toPrincipal(key);
    },

    async signOut(token) {
      await sessions.take(hashOf('session', token));
    },
  };
}
