import type { PinMode, ServerSettings, ToolDefinition } from '@patchbay/contracts';
import type { PrincipalId, ServerName } from '../ids.ts';

/**
 * What is known of a tool's definition. It is kept by the name of the server, and outlives it: a server that is removed
 * and added again is not new.
 */
export interface Pin {
  readonly server: ServerName;
  readonly tool: string;
  /** The definition that counts as known; null while nobody has looked at any. */
  readonly accepted: Accepted | null;
  /** The digest of the definition that was last seen. */
  readonly seen: string;
}

export interface Accepted {
  readonly digest: string;
  readonly at: Date;
  /** Null where it was taken as it came, because it was the first. */
  readonly by: PrincipalId | null;
}

/** A tool as its server shows it now. */
export interface Sighting {
  readonly server: ServerName;
  readonly definition: ToolDefinition;
  readonly digest: string;
  readonly at: Date;
}

/** Port. `store` implements it on SQL, `testkit` in memory. */
export interface PinStore {
  list(): Promise<readonly Pin[]>;
  /** Another text when somebody has accepted something since, so that not all must be read to see it. */
  stamp(): Promise<string>;
  /** The definition that was accepted. */
  definitionOf(server: ServerName, tool: string): Promise<ToolDefinition | undefined>;
  /** Notes what was seen. What is accepted already stays; what nobody knows is accepted as it is if `isAccepted`. */
  note(sightings: readonly Sighting[], isAccepted: boolean): Promise<void>;
  /** From now on these are the known definitions. */
  accept(sightings: readonly Sighting[], by: PrincipalId): Promise<void>;
}

/** Who reviews new tools wants to review changed ones as well, unless something else is said. */
export function pinModeOf({ pin, review }: Pick<ServerSettings, 'pin' | 'review'>): PinMode {
  return pin ?? (review ? 'quarantine' : 'warn');
}
