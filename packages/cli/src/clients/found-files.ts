import { existsSync, readFileSync } from 'node:fs';
import { fillReferences, parseJsonc, readConfig, type PastedServer } from '@patchbay/client';
import { isJsonObject } from '@patchbay/contracts';
import type { Terminal } from '../command.ts';
import { clientKinds, clientNames, type ClientKind, type Scope } from './client-kinds.ts';
import { parseToml } from './edit-toml.ts';

export interface FoundFile {
  readonly file: string;
  readonly title: string;
  readonly servers: readonly PastedServer[];
}

/** The files of MCP clients on this machine that have servers in them. */
export function findClientFiles(where: Pick<Terminal, 'environment' | 'platform'>): FoundFile[] {
  return clientNames.flatMap((client) => {
    const { title, files }: ClientKind = clientKinds[client];
    return (['project', 'user'] as const satisfies Scope[]).flatMap((scope): FoundFile[] => {
      const file = files[scope]?.(where);
      const servers = file === undefined || !existsSync(file) ? [] : serversIn(file);
      return servers.length === 0 || file === undefined ? [] : [{ file, title, servers }];
    });
  });
}

/** As the hub's own file writes variables; what only the client knows stays, for a person to fill in. */
export function serversIn(file: string): PastedServer[] {
  const text = readFileSync(file, 'utf8');
  const config = file.endsWith('.toml') ? parseToml(text) : parseJsonc(text)?.value;
  if (!isJsonObject(config)) return [];
  const { servers, disabled = [] } = readConfig(config);
  return servers
    .filter(({ name }) => !disabled.includes(name) && !/^patchbay(?:-|$)/.test(name)) // that would be the hub itself
    .map((server) =>
      fillReferences(server, ({ kind, name, orElse }) =>
        kind === 'variable' && /^[A-Za-z_]\w*$/.test(name) ? (orElse ?? `\${${name}}`) : undefined,
      ),
    );
}
