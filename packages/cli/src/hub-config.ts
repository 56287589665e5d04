import type * as HubModule from '@patchbay/hub';
import type { Flags } from '@patchbay/hub';
import { z } from 'zod';

/** The flags that set what the configuration file and the environment set too. */
export const configFlags = [
  ['--config <file>', 'the configuration file (default: patchbay.yaml, if there is one)'],
  ['--host <address>', 'listen on this address (default: 127.0.0.1)'],
  ['--port <number>', 'listen on this port (default: 8080)'],
  ['--data-dir <folder>', 'keep keys and database here (default: .patchbay)'],
  [
    '--database <address>',
    'sqlite, memory, or postgres://user@host/name; a password shows in `ps`, unless PATCHBAY_DATABASE_URL has it',
  ],
  ['--behind-proxy', 'a proxy in front does TLS; needed beyond 127.0.0.1 without --tls-cert'],
  ['--tls-cert <file>', 'serve https with this certificate'],
  ['--tls-key <file>', 'and this private key'],
  ['--log-level <level>', 'debug, info, warn, error or silent'],
  ['--log-format <format>', 'text or json'],
  ['--mesh-port <number>', 'give the registry of the mesh a port of its own; agents expect 8000'],
] as const;

export type { RunningHub } from '@patchbay/hub';

const text = z.string().optional();

export const configInput = z.object({
  config: text,
  host: text,
  port: text,
  dataDir: text,
  database: text,
  behindProxy: z.boolean().optional(),
  tlsCert: text,
  tlsKey: text,
  logLevel: text,
  logFormat: text,
  meshPort: text,
}) satisfies z.ZodType<Flags>;

/** The hub's code is loaded only by the commands that run it or read its configuration. */
export function loadHub(): Promise<typeof HubModule> {
  return import('@patchbay/hub');
}
