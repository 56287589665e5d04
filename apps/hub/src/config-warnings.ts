import { statSync } from 'node:fs';
import { isLoopback, type WarningView } from '@patchbay/contracts';
import { parseKey } from '@patchbay/core';
import type { LoadedConfig } from './config/load-config.ts';
import type { Config } from './config/schema.ts';

export type ConfigWarning = Omit<WarningView, 'since'>;

const shortestKey = 32;
const shortestPassword = 12;

/** What the configuration allows but its owner should know. */
export function configWarnings(loaded: LoadedConfig): ConfigWarning[] {
  return [...securityWarnings(loaded), ...settingWarnings(loaded)]
    .filter(({ applies }) => applies)
    .map(({ id, category, message }) => ({ id, category, message }));
}

type Candidate = ConfigWarning & { readonly applies: boolean };

function securityWarnings({ config, settings }: LoadedConfig): Candidate[] {
  const preset = config.auth.adminKey && parseKey(config.auth.adminKey.reveal());
  const found = [
    {
      id: 'password-in-environment',
      applies: settings['encryption.masterPassword']?.source === 'ENCRYPTION_MASTER_PASSWORD',
      message:
        'The master password is in the environment, where processes of the same user can read it. ENCRYPTION_MASTER_PASSWORD_FILE is safer.',
    },
    {
      id: 'weak-password',
      applies: isShort(config),
      message: `The master password has fewer than ${String(shortestPassword)} characters and may be guessed.`,
    },
    {
      id: 'weak-admin-key',
      applies: preset !== undefined && preset.secret.length < shortestKey,
      message: `The secret of PATCHBAY_ADMIN_KEY has fewer than ${String(shortestKey)} characters and may be guessed.`,
    },
    {
      id: 'open-data-dir',
      applies: isWritableByOthers(config.dataDir),
      message: `Other users may write to the data directory ${config.dataDir}.`,
    },
    ...config.auth.issuers.map(({ issuer }) => ({
      id: `plain:${issuer}`,
      applies: isPlain(issuer),
      message: `The issuer ${issuer} is asked for its keys without encryption.`,
    })),
  ];
  return found.map((warning) => ({ ...warning, category: 'security' }));
}

function settingWarnings({ config }: LoadedConfig): Candidate[] {
  return [
    {
      id: 'no-public-name',
      category: 'config',
      applies: hasNoName(config),
      message:
        'The hub can be reached from the network, but auth.allowedHosts is empty: requests for any name but localhost are refused.',
    },
  ];
}

function isShort({ encryption: { masterPassword } }: Config): boolean {
  return masterPassword !== undefined && masterPassword.reveal().length < shortestPassword;
}

function hasNoName({ host, behindProxy, auth }: Config): boolean {
  return (behindProxy || !isLoopback(host)) && auth.allowedHosts.length === 0 && !auth.publicUrl;
}

function isPlain(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'http:' && !isLoopback(hostname);
}

function isWritableByOthers(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found !== undefined && (found.mode & 0o022) !== 0 && process.platform !== 'win32';
}
