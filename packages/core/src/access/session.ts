import type { KeyId } from '../ids.ts';
import type { Principal } from './principal.ts';

/**
 * What stands for somebody in a browser. A link opens one session and is gone; a session lasts until it is ended,
 * its time is over, or its owner is not let in any more.
 */
export interface Session {
  /** Of the text that only its owner has. */
  readonly hash: string;
  readonly kind: 'link' | 'session';
  /** A key counts as it is now; a person whom an identity provider named, as they were when they signed in. */
  readonly owner:
    | { readonly kind: 'key'; readonly key: KeyId }
    | { readonly kind: 'person'; readonly principal: Principal };
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Port. `store` implements it on SQL, `testkit` in memory. */
export interface SessionStore {
  put(session: Session): Promise<void>;
  find(hash: string): Promise<Session | undefined>;
  /** Removes it. Of several who take the same one, one gets it. */
  take(hash: string): Promise<Session | undefined>;
  /** Those whose time is over go. */
  forget(now: Date): Promise<void>;
}
