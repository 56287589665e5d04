import { isJsonObject, type Json } from '@patchbay/contracts';

const maxShown = 40;

/** No longer than a name or a short value: whoever reads the message knows which one is meant. */
export function cutText(text: string): string {
  if (text.length <= maxShown) return text;
  return `${text.slice(0, maxShown).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A value in words for the one who sent it. What may be a secret is not said again: messages are kept in logs. */
export function describeValue(value: Json, key?: string | number): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return describeText(value, key);
  if (typeof value === 'number') return isSecretName(key) ? 'a number' : `the number ${String(value)}`;
  return isJsonObject(value) ? 'an object' : `a list of ${String(value.length)}`;
}

function describeText(text: string, key: string | number | undefined): string {
  if (isSecretName(key) || looksSecret(text)) return `a text of ${String(text.length)} characters`;
  return `the text ${JSON.stringify(cutText(text))}`;
}

function isSecretName(key: string | number | undefined): boolean {
  return /pass|secret|token|credential|auth|cookie|private|api.?key/i.test(String(key));
}

/** A long word of letters and digits together is a key more often than anything that a person would read. */
function looksSecret(text: string): boolean {
  const start = text.slice(0, maxShown);
  return /^[\w.+/=-]{16,}$/.test(start) && /\d/.test(start) && /[a-z]/i.test(start);
}
