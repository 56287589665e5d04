import type { KeyId } from '../ids.ts';

/**
 * What stands for a key in a browser. A link opens one session and is gone; a session lasts until it is ended,
 * its time is over, or its key does not work any more.
 */
export interface Session {
  /** Of the text that only its owner has. */
  readonly hash: string;
  readonly kind: 'link' | 'session';
  readonly key: KeyId;
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
