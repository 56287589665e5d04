import type { ServerDefinition } from '@patchbay/contracts';
import type { ServerId, ServerName } from '../ids.ts';

/** A registered server: its definition, who brought it, and how often it was changed. */
export interface Server extends ServerDefinition {
  readonly id: ServerId;
  readonly name: ServerName;
  /** Whether it may be connected at all. Switched by people, kept over restarts. */
  readonly enabled: boolean;
  readonly source: 'api' | 'file' | 'library' | 'mesh';
  /**
   * What was sealed cannot be opened any more. Then `transport` is no more than its kind and the program or host,
   * `credentials` are empty, and nothing may be dialled with them.
   */
  readonly credentialsLost: boolean;
  /** Counts changes. An update names the one it read, so that no change is lost silently. */
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Port. `store` implements it on SQL with sealed credentials, `testkit` in memory. */
export interface ServerStore {
  /** By name, in byte order. */
  list(): Promise<readonly Server[]>;
  find(name: ServerName): Promise<Server | undefined>;
  /** False, and nothing written, when the name is taken. */
  add(server: Server): Promise<boolean>;
  /**
   * Writes `server` if the stored revision is still `server.revision`; the stored one becomes the next. With
   * `credentialsLost`, the stored transport and credentials stay as they are.
   */
  update(server: Server): Promise<'updated' | 'changed-meanwhile' | 'missing'>;
  /** Removes the server and its credentials. Reports whether there was anything to remove. */
  remove(name: ServerName): Promise<boolean>;
}
