import type { Secret } from '@patchbay/contracts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What programs need to find themselves and their user, and what holds no secrets. */
const posixBase = /^(?:HOME|LOGNAME|PATH|SHELL|TERM|USER|LANG|TMPDIR)$/;
const windowsBase =
  /^(?:APPDATA|COMSPEC|HOMEDRIVE|HOMEPATH|LOCALAPPDATA|PATH|PATHEXT|PROCESSOR_ARCHITECTURE|PROGRAMFILES|SYSTEMDRIVE|SYSTEMROOT|TEMP|TMP|USERNAME|USERPROFILE)$/i;

/** The hub's own secrets, which not even a server that inherits everything may see. */
const ownSecrets = /^(?:PATCHBAY_|ENCRYPTION_)/i;

export interface ChildEnvOptions {
  readonly parent: Environment;
  readonly platform: NodeJS.Platform;
  readonly inheritEnv: boolean;
  readonly declared: Readonly<Record<string, Secret>>;
}

/** The environment of a server's process: the base or everything harmless, and on top what its owner declared. */
export function toChildEnv({
  parent,
  platform,
  inheritEnv,
  declared,
}: ChildEnvOptions): Record<string, string> {
  const base = platform === 'win32' ? windowsBase : posixBase;
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(parent)) {
    const passes = inheritEnv ? !ownSecrets.test(name) : base.test(name);
    // Values that begin like this are exported shell functions: code, not data.
    if (passes && value !== undefined && !value.startsWith('()')) env[name] = value;
  }
  for (const [name, secret] of Object.entries(declared)) env[name] = secret.reveal();
  return env;
}
