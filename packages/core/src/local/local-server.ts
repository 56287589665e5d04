import { defineServer } from '@patchbay/contracts';
import type { ServerId, ServerName } from '../ids.ts';
import type { Server } from '../servers/server.ts';

/** What owns the tools of the program that embeds the hub, in names, rules and records. */
export const localName = 'local' as ServerName;

/**
 * It is in no store and nothing is dialled for it, so its transport leads nowhere. The program is trusted with what it says of
 * its own tools. The id never changes: an approval that was asked for before a restart is still about the same tool.
 */
export const localServer: Server = {
  ...defineServer({ name: localName, command: 'local', trustAnnotations: true, pin: 'off' }),
  id: '00000000-0000-4000-8000-000000000001' as ServerId,
  name: localName,
  enabled: true,
  source: 'library',
  credentialsLost: false,
  revision: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

/** By its id: somebody may have a server of the same name in a hub that has no local tools. */
export function isLocal({ id }: Pick<Server, 'id'>): boolean {
  return id === localServer.id;
}
