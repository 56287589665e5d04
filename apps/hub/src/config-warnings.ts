import { parseKey, type Warnings } from '@patchbay/core';
import type { LoadedConfig } from './config/load-config.ts';

const shortestSafeSecret = 32;

/** What the configuration allows but its owner should know. */
export function raiseConfigWarnings(warnings: Warnings, { config, settings }: LoadedConfig): void {
  const raise = (id: string, message: string, category = 'security'): void =>
    warnings.raise({ id, category, message });

  if (settings['encryption.masterPassword']?.source === 'ENCRYPTION_MASTER_PASSWORD')
    raise(
      'password-in-environment',
      'The master password is in the environment, where processes of the same user can read it. ENCRYPTION_MASTER_PASSWORD_FILE is safer.',
    );
  const preset = config.auth.adminKey && parseKey(config.auth.adminKey.reveal());
  if (preset && preset.secret.length < shortestSafeSecret)
    raise(
      'weak-admin-key',
      `The secret of PATCHBAY_ADMIN_KEY has fewer than ${String(shortestSafeSecret)} characters and may be guessed.`,
    );
  if (config.behindProxy && config.auth.allowedHosts.length === 0)
    raise(
      'no-public-name',
      'The hub stands behind a proxy, but auth.allowedHosts is empty: requests for its public name are refused.',
      'config',
    );
  if (config.mcp.servers.length > 0)
    raise(
      'servers-not-connected',
      'The servers in the file are registered, but this version does not connect to servers yet.',
      'config',
    );
}
