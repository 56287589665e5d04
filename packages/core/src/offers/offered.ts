import type { JsonObject } from '@patchbay/contracts';
import type { ServerName } from '../ids.ts';

/** A resource, a template or a prompt, and what it is called here and there. */
export interface Offered {
  /** Undefined for what the hub itself has. */
  readonly server: ServerName | undefined;
  /** As the server itself calls it: a URI, a template or a name. */
  readonly own: string;
  /** As clients are to call it. */
  readonly offered: string;
  /** As the server said it. */
  readonly definition: JsonObject;
}

/** A server, and what it calls the thing that was asked for. */
export interface Owner {
  readonly server: ServerName;
  readonly own: string;
}

/** A list that holds what another one does is that other one, so that what was made of it can be kept. */
export function keepIfSame(
  before: readonly Offered[] | undefined,
  after: readonly Offered[],
): readonly Offered[] {
  const isSame = before?.length === after.length && after.every((item, at) => isEqual(item, before[at]));
  return isSame ? before : after;
}

/** A server that is read anew says the same in other objects. */
function isEqual(item: Offered, other: Offered | undefined): boolean {
  if (item.offered !== other?.offered || item.server !== other.server) return false;
  return (
    item.definition === other.definition ||
    JSON.stringify(item.definition) === JSON.stringify(other.definition)
  );
}
