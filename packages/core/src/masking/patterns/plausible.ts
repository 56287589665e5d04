import type { Around } from './own-pattern.ts';

// Whether what stands where a secret would is one, or a word about it.

const aboutSecrets = /pass|pwd|secret|token|key|credential|auth/i;

/** What a person might have chosen: anything but a reference to it, a type, or prose about it. */
export function isPassword(value: string, around: Around): boolean {
  if (isPlaceholder(value)) return false;
  const isPlain = /^[A-Za-z_ .,'!?-]+$/.test(value);
  if (isPlain && aboutSecrets.test(value)) return false;
  if (around.isQuoted) return !isProse(value);
  return !isCode(value, around) && !(isPlain && (plainWords.has(value.toLowerCase()) || goesOn(around)));
}

/** What a program has made. */
export function isKey(value: string, around: Around): boolean {
  if (isPlaceholder(value) || isWordy(value) || isPath(value)) return false;
  return around.isQuoted || !isCode(value, around);
}

/** `${NAME}`, `{{ name }}`, `<name>`, `[MASKED_NAME]`, `$NAME`, `%NAME%`, `********`. */
function isPlaceholder(value: string): boolean {
  return /^(?:\$?\{.*\}|<.*>|\[.*\]|\$[A-Za-z_]+|%.*%|(.)\1*)$/.test(value);
}

/** Words of a language, as names are made of: `previousResponse`, `YOUR_KEY_HERE`, `Http2Server`. */
export function isWordy(value: string): boolean {
  const parts = value.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [];
  const letters = parts.reduce((sum, { length }) => sum + length, 0);
  const digits = value.match(/\d/g)?.length ?? 0;
  return letters > 4 * digits && parts.every(({ length }) => length >= 3);
}

function isPath(value: string): boolean {
  return /^(?:~|\.{1,2}|[A-Za-z]:)?[/\\][\w.-]+[/\\]/.test(value) && !/[A-Z+=]/.test(value);
}

/** An expression instead of a value. */
function isCode(value: string, { after }: Around): boolean {
  return /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*(?:[(![]|$)/.test(value) && isExpression(value, after);
}

function isExpression(value: string, after: string): boolean {
  if (/[.([]/.test(value) && !/\d/.test(value)) return true;
  return /[([]/.test(value) || /^[([)]/.test(after);
}

/** A sentence of a form or an error message. */
function isProse(value: string): boolean {
  return (
    / /.test(value) &&
    /\b(?:your|enter|must|should|required|invalid|incorrect|the|is|be|cannot)\b/i.test(value)
  );
}

/** The line goes on with another word: what comes before it is one too. */
function goesOn({ before, after }: Around): boolean {
  return before.endsWith(' ') && /^[ ,]+[a-z]/i.test(after);
}

const plainWords = new Set([
  ...['string', 'number', 'boolean', 'undefined', 'unknown', 'object', 'varchar', 'optional', 'required'],
  ...['hidden', 'masked', 'redacted', 'default', 'changed', 'updated', 'incorrect', 'invalid', 'expired'],
  ...['missing', 'enabled', 'disabled', 'accepted', 'rejected', 'encrypted', 'hashed', 'plaintext', 'prompt'],
  ...['nullable', 'present', 'absent', 'failed', 'success', 'protected', 'private', 'readonly', 'never'],
]);
