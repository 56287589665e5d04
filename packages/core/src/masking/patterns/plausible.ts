import type { Around } from './own-pattern.ts';

// Whether what stands where a secret would is one, or a word about it.

const aboutSecrets = /pass|pwd|secret|token|key|credential|auth/i;

/** What a person might have chosen: anything but a reference to it, a type, or prose about it. */
export function isPassword(value: string, around: Around): boolean {
  if (isPlaceholder(value)) return false;
  const isPlain = /^[A-Za-z_ .,'!?-]+$/.test(value);
  if (isPlain && (aboutSecrets.test(value) || plainWords.has(value.toLowerCase()))) return false;
  return around.isQuoted ? !isProse(value) : !isCode(value, around) && !(isPlain && goesOn(around));
}

/** What a program has made. */
export function isKey(value: string, around: Around): boolean {
  if (isPlaceholder(value) || isWordy(value) || isPath(value)) return false;
  return around.isQuoted || !isCode(value, around);
}

/** `${NAME}`, `{{ name }}`, `<name>`, `[MASKED_NAME]`, `$NAME`, `%NAME%`, `********`. */
function isPlaceholder(value: string): boolean {
  if (value[0] === value[1]) return /^(?:(.)\1*|\{\{.*\}\})$/.test(value);
  return /^[$<[{%]/.test(value) && /^(?:\$?\{.*\}|<.*>|\[.*\]|\$[A-Za-z_]+|%.*%)$/.test(value);
}

/** Words of a language, as names are made of: `previousResponse`, `YOUR_KEY_HERE`, `Http2Server`. */
function isWordy(value: string): boolean {
  const words = wordsIn(value);
  const isRegular = lengthOf(words) >= 4 * words.length && words.every(({ length }) => length > 1);
  return isRegular && isMostlyLetters(value);
}

/** The same, where much else is a name too: `xorBy`, `i18nLineEndings`, `usr`, `2009`. */
export function isName(value: string): boolean {
  if (value.length <= 4 || /^[a-z\d]+$|^[A-Z\d]+$/.test(value) || isWordy(value)) return true;
  const words = wordsIn(value);
  const long = words.filter(({ length }) => length > 4);
  if (2 * lengthOf(long) >= value.length) return true;
  return value.length < 20 && 2 * lengthOf(words) >= 5 * words.length && isMostlyLetters(value);
}

function wordsIn(value: string): readonly string[] {
  return value.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [];
}

function lengthOf(words: readonly string[]): number {
  return words.reduce((sum, { length }) => sum + length, 0);
}

function isMostlyLetters(value: string): boolean {
  const digits = value.match(/\d/g)?.length ?? 0;
  return lengthOf(wordsIn(value)) > 4 * digits;
}

function isPath(value: string): boolean {
  return /^(?:~|\.{1,2}|[A-Za-z]:)?[/\\][\w.-]+[/\\]/.test(value) && !/[A-Z+=]/.test(value);
}

/** An expression instead of a value. */
function isCode(value: string, { after }: Around): boolean {
  if (value.startsWith('(')) return true;
  const [name, next] = /^[A-Za-z_$][\w$?.]*(?![\w$?.])(.?)/.exec(value) ?? [];
  if (name === undefined || (next !== '' && !/[()[]/.test(next ?? ''))) return false;
  return next !== '' || /^[()[]/.test(after) || (name.includes('.') && !/\d/.test(name));
}

/** A sentence of a form or an error message. */
function isProse(value: string): boolean {
  return (
    / /.test(value) &&
    /\b(?:your|enter|must|should|required|invalid|incorrect|the|is|be|cannot)\b/i.test(value)
  );
}

/** The line goes on with another word, or a bracket closes: what comes before it is a word or a name too. */
function goesOn({ before, after }: Around): boolean {
  return before.endsWith(' ') && /^[ ,]+[a-z]|^ ?[});]/i.test(after);
}

/** Types, states, and what forms say. */
const plainWords = new Set(
  `string number boolean undefined unknown object varchar nullable readonly never optional required default hidden
   masked redacted changed updated incorrect invalid expired missing present absent enabled disabled accepted rejected
   failed success encrypted hashed plaintext protected private prompt`.split(/\s+/),
);
