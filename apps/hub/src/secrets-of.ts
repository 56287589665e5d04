import { maskAddress, type Secret } from '@patchbay/contracts';
import type { Config } from './config/schema.ts';

/** Newest first, as the store wants them. */
export function masterPasswords({ encryption }: Config): string[] {
  return reveal([encryption.masterPassword, encryption.previousMasterPassword]);
}

/** Everything in the configuration that the log must never show. */
export function secretsOf(config: Config): string[] {
  const ofModels = config.models.flatMap(({ apiKey, headers }) => [
    apiKey ?? undefined,
    ...Object.values(headers),
  ]);
  const ofTracing = Object.values(config.tracing.headers);
  const own = reveal([config.auth.adminKey, ...ofModels, ...ofTracing]);
  return [...own, ...masterPasswords(config), ...databasePasswords(config)];
}

function reveal(secrets: readonly (Secret | undefined)[]): string[] {
  return secrets.flatMap((secret) => (secret ? [secret.reveal()] : []));
}

/** As it stands in the address, and as the database knows it. */
function databasePasswords({ database }: Config): string[] {
  if (maskAddress(database) === database) return [];
  const [, written] = /^[^:]+:\/\/[^:@/]*:(.*)@/s.exec(database) ?? [];
  const asked = URL.canParse(database) ? new URL(database).searchParams.get('password') : undefined;
  return [written, written && decoded(written), asked].flatMap((text) => (text ? [text] : []));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a password that was written as it is
  }
}
