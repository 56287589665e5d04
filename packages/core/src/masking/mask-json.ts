import { isJsonObject, type Json, type JsonObject } from '@patchbay/contracts';
import { replacementOf } from './find-own.ts';
import type { Effort, FindText } from './find-text.ts';
import { mergeFindings, replaceFindings, type Finding } from './finding.ts';
import { by as secrets, withoutSecretData } from './kubernetes/secret-data.ts';
import type { Steps } from './steps.ts';

export type MaskJson = ReturnType<typeof createMaskJson>;

/** Values of any shape with what is secret in them masked. What has nothing to mask is given back as it is. */
export function createMaskJson(find: FindText, onMasked: (by: string) => void) {
  /** `others` are findings that only somebody who sees more than this text could make. */
  function* text(value: string, effort: Effort, others: readonly Finding[] = []): Steps<string> {
    return replaced(value, [...(yield* find.inText(value, effort)), ...others]);
  }

  function* known(value: string, effort: Effort): Steps<string> {
    return replaced(value, yield* find.knownIn(value, effort));
  }

  function replaced(value: string, found: readonly Finding[]): string {
    if (found.length === 0) return value;
    for (const { by } of mergeFindings(found)) onMasked(by);
    return replaceFindings(value, found);
  }

  function* json(value: Json, effort: Effort, isListed = false): Steps<Json> {
    if (typeof value === 'string') return yield* text(value, effort);
    if (typeof value === 'number') return yield* number(value, effort);
    if (Array.isArray(value)) return yield* array(value, effort, isListed);
    return isJsonObject(value) ? yield* object(value, effort, isListed) : value;
  }

  function* number(value: number, effort: Effort): Steps<Json> {
    const digits = String(value);
    const masked = digits.length < 4 ? digits : yield* known(digits, effort);
    return masked === digits ? value : masked;
  }

  function* array(values: readonly Json[], effort: Effort, isListed: boolean): Steps<readonly Json[]> {
    const masked: Json[] = [];
    for (const value of values) masked.push(yield* json(value, effort, isListed));
    return masked.every((value, at) => value === values[at]) ? values : masked;
  }

  function* object(whole: JsonObject, effort: Effort, isListed = false): Steps<JsonObject> {
    const secret = find.hasSecrets ? withoutSecretData(whole, isListed) : undefined;
    if (secret) onMasked(secrets);
    const value = secret ?? whole;
    const isList = value['kind'] === 'SecretList';
    const masked: [string, Json | undefined][] = [];
    let isSame = value === whole;
    for (const [key, inner] of Object.entries(value)) {
      const shownKey = yield* known(key, effort);
      const shown = yield* member(value, key, { effort, isListed: isList && key === 'items' });
      isSame &&= shown === inner && shownKey === key;
      masked.push([shownKey, shown]);
    }
    return isSame ? whole : Object.fromEntries(masked);
  }

  function* member(owner: JsonObject, key: string, { effort, isListed }: Place): Steps<Json | undefined> {
    const value = owner[key];
    const pattern =
      typeof value === 'string' || typeof value === 'number' ? named(owner, key, String(value)) : undefined;
    if (pattern === undefined) return value === undefined ? value : yield* json(value, effort, isListed);
    onMasked(pattern);
    return replacementOf(pattern);
  }

  /** By its key, or by the name that stands beside it: `{ name: 'DB_PASSWORD', value: … }`. */
  function named(owner: JsonObject, key: string, value: string): string | undefined {
    const { name } = owner;
    return find.byName(key === 'value' && typeof name === 'string' ? name : key, value);
  }

  return { text, known, json, object };
}

interface Place {
  readonly effort: Effort;
  readonly isListed: boolean;
}
