import type { Environment } from './expand.ts';

/** That of the program which embeds the hub; only the processes of its servers see a part of it. */
export function ownEnvironment(): Environment {
  return process.env;
}
