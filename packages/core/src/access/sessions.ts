import { fail } from '@patchbay/contracts';
import type { Chance } from '../chance.ts';
import type { Clock } from '../clock.ts';
import type { KeyId } from '../ids.ts';
import { isUsable, parseKey, type Digest, type KeyStore } from './key.ts';
import type { Principal } from './principal.ts';
import type { Session, SessionStore } from './session.ts';
import { createVerifyKey, toPrincipal } from './verify-key.ts';

export interface SessionsDeps {
  readonly sessions: SessionStore;
  readonly keys: Pick<KeyStore, 'find'>;
  readonly digest: Digest;
  readonly chance: Pick<Chance, 'secret'>;
  readonly clock: Clock;
  /** Whether people of their identity provider may still sign in. */
  readonly isWelcome: (person: Principal) => boolean;
}

const linkMs = 3_600_000;
const sessionMs = 24 * 3_600_000;
/** Nobody tells us when an identity provider takes back what it said of somebody, so they sign in again with every working day. */
const personMs = 8 * 3_600_000;

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
  /** Somebody for whom their identity provider has just vouched. */
  signInPerson(principal: Principal): Promise<SignedIn>;
  /** Who a session stands for, or undefined: ended, expired and made up look alike. */
  principalOf(token: string): Promise<Principal | undefined>;
  signOut(token: string): Promise<void>;
}

/** Browsers sign in once and are known by a session from then on. */
export function createSessions(deps: SessionsDeps): Sessions {
  const kept = byToken(deps);
  const verifyKey = createVerifyKey(deps);
  const signIn = async (
    principal: Principal,
    owner: Session['owner'],
    lastsMs = sessionMs,
  ): Promise<SignedIn> => {
    const { token, expiresAt } = await kept.open('session', owner, lastsMs);
    return { token, expiresAt, principal };
  };

  return {
    createLink: (key) => kept.open('link', { kind: 'key', key }, linkMs),

    async signInByLink(code) {
      const link = await kept.take('link', code);
      const principal = await ownerOf(link, deps);
      if (!link || !principal) throw fail('SIGN_IN_LINK_SPENT', {});
      return signIn(principal, link.owner);
    },

    async signInByKey(text) {
      const principal = await verifyKey(text);
      const key = parseKey(text)?.id;
      if (!principal || !key) throw fail('UNAUTHENTICATED', {});
      return signIn(principal, { kind: 'key', key });
    },

    signInPerson(given) {
      const principal = { ...given, expiresAt: new Date(deps.clock.now().getTime() + personMs) };
      return signIn(principal, { kind: 'person', principal }, personMs);
    },

    principalOf: async (token) => ownerOf(await kept.find('session', token), deps),
    signOut: async (token) => void (await kept.take('session', token)),
  };
}

/** The store has hashes, the others texts; a link is none the less no session of the same text. */
function byToken({ sessions, digest, chance, clock }: SessionsDeps) {
  const hashOf = (kind: Session['kind'], token: string): string => digest.sha256(`${kind}:${token}`);
  return {
    find: (kind: Session['kind'], token: string) => sessions.find(hashOf(kind, token)),
    take: (kind: Session['kind'], token: string) => sessions.take(hashOf(kind, token)),
    async open(kind: Session['kind'], owner: Session['owner'], lastsMs: number): Promise<Opened> {
      const token = chance.secret();
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + lastsMs);
      await sessions.put({ hash: hashOf(kind, token), kind, owner, createdAt, expiresAt });
      return { token, expiresAt };
    },
  };
}

async function ownerOf(
  session: Session | undefined,
  { keys, clock, isWelcome }: SessionsDeps,
): Promise<Principal | undefined> {
  if (!session || session.expiresAt <= clock.now()) return undefined;
  const { owner } = session;
  if (owner.kind === 'person') return isWelcome(owner.principal) ? owner.principal : undefined;
  const key = await keys.find(owner.key);
  return key && isUsable(key, clock.now()) ? toPrincipal(key) : undefined;
}
