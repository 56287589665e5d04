import { isJsonObject, type Json, type JsonObject } from '@patchbay/contracts';
import { replacementOf } from './find-own.ts';
import type { Effort } from './find-foreign.ts';
import type { FindText } from './find-text.ts';
import { withoutSecretData } from './kubernetes/without-secret-data.ts';
import type { MaskText } from './mask-text.ts';
import type { Steps } from './steps.ts';

export interface MaskJsonDeps {
  readonly find: FindText;
  readonly text: MaskText;
  readonly onMasked: (by: string) => void;
}

export type MaskObject = ReturnType<typeof createMaskObject>;

/** Objects of any depth with what is secret in them masked. What has nothing to mask is given back as it is. */
export function createMaskObject({ find, text, onMasked }: MaskJsonDeps) {
  function* json(value: Json, effort: Effort): Steps<Json> {
    if (typeof value === 'string') return yield* text.whole(value, effort);
    if (typeof value === 'number') return number(value);
    if (Array.isArray(value)) return yield* array(value, effort);
    return isJsonObject(value) ? yield* object(value, effort) : value;
  }

  /** A credential may be all digits. */
  function number(value: number): Json {
    const digits = String(value);
    const masked = text.known(digits);
    return masked === digits ? value : masked;
  }

  function* array(values: readonly Json[], effort: Effort): Steps<readonly Json[]> {
    const masked: Json[] = [];
    for (const value of values) masked.push(yield* json(value, effort));
    return masked.every((value, at) => value === values[at]) ? values : masked;
  }

  function* object(given: JsonObject, effort: Effort): Steps<JsonObject> {
    const value = find.hasSecrets ? withoutSecretData(given, onMasked) : given;
    let changed: Map<string, readonly [string, Json | undefined]> | undefined;
    for (const key of Object.keys(value)) {
      const shownKey = text.known(key);
      const shown = yield* member(value, key, effort);
      if (shown === value[key] && shownKey === key) continue;
      changed ??= new Map();
      changed.set(key, [shownKey, shown]);
    }
    if (!changed) return value;
    return Object.fromEntries(Object.entries(value).map((entry) => changed.get(entry[0]) ?? entry));
  }

  function* member(owner: JsonObject, key: string, effort: Effort): Steps<Json | undefined> {
    const value = owner[key];
    if (value === undefined) return value;
    const isPlain = typeof value === 'string' || typeof value === 'number';
    const pattern = isPlain ? find.byName(nameOf(owner, key), String(value)) : undefined;
    if (pattern === undefined) return yield* json(value, effort);
    onMasked(pattern);
    return replacementOf(pattern);
  }

  return object;
}

/** Its key, or the name that stands beside it: `{ name: 'DB_PASSWORD', value: … }`. */
function nameOf({ name }: JsonObject, key: string): string {
  return key === 'value' && typeof name === 'string' ? name : key;
}
