import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fail, Secret, type Problem } from '@patchbay/contracts';
import type { Config } from './schema.ts';

/** The configuration with the passwords that stand in files. Each file is read once: it may be a pipe. */
export function withPasswords(config: Config): Config {
  const { encryption } = config;
  const masterPassword = encryption.masterPassword ?? readSecret(encryption.masterPasswordFile);
  const previous = encryption.previousMasterPassword ?? readSecret(encryption.previousMasterPasswordFile);
  return {
    ...config,
    encryption: {
      ...encryption,
      ...(masterPassword && { masterPassword }),
      ...(previous && { previousMasterPassword: previous }),
    },
  };
}

function readSecret(file: string | undefined): Secret | undefined {
  if (file === undefined) return undefined;
  const problem = (message: string): Problem[] => [{ path: resolve(file), message }];
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    if (text) return new Secret(text);
  } catch (error) {
    throw fail('CONFIG_INVALID', { problems: problem('The password file cannot be read.') }, error);
  }
  throw fail('CONFIG_INVALID', { problems: problem('The password file is empty.') });
}
