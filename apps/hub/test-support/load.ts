import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PatchbayError, type Problem } from '@patchbay/contracts';
import { createTempDir } from '@patchbay/testkit';
import { loadConfig, type Flags, type LoadedConfig } from '../src/config/load-config.ts';

export interface Given {
  readonly yaml?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: Flags;
}

export function load({ yaml, env = {}, flags = {} }: Given): LoadedConfig {
  const file = join(createTempDir(), 'patchbay.yaml');
  if (yaml !== undefined) writeFileSync(file, yaml);
  return loadConfig(env, yaml === undefined ? flags : { config: file, ...flags });
}

/** Problems with the file's folder left out. */
export function problemsOf(given: Given): string[] {
  try {
    load(given);
    return [];
  } catch (error) {
    if (!PatchbayError.is(error, 'CONFIG_INVALID')) throw error;
    return error.data.problems.map(({ path, message }: Problem) => `${path.replace(/^.*\//, '')} ${message}`);
  }
}
