import type { Environment } from '../world.ts';

/** That of the program which runs the agent. */
export function ownEnvironment(): Environment {
  return process.env;
}
