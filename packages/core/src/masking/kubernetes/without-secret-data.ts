import { isJsonObject, type Json, type JsonObject } from '@patchbay/contracts';
import { by, isSecretKey, secretData } from './secret-data.ts';

/** A Secret, or a list of them, without their data; whatever else it is, as it is. */
export function withoutSecretData(value: JsonObject, onMasked: (by: string) => void): JsonObject {
  const { kind, items } = value;
  if (kind === 'Secret') return without(value, onMasked);
  if (kind !== 'SecretList' || !Array.isArray(items)) return value;
  // What is listed need not say what it is.
  return {
    ...value,
    items: items.map((item: Json) => (isJsonObject(item) ? without(item, onMasked) : item)),
  };
}

function without(secret: JsonObject, onMasked: (by: string) => void): JsonObject {
  if (!Object.keys(secret).some(isSecretKey)) return secret;
  onMasked(by);
  const shown = Object.entries(secret).map(([key, value]) => [key, isSecretKey(key) ? secretData : value]);
  return Object.fromEntries(shown) as JsonObject; // the same keys
}
