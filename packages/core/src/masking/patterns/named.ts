import type { Accepts, Form, OwnPattern } from './own-pattern.ts';

type Named = Pick<OwnPattern, 'forms' | 'named'>;

// Between a name and its value, in JSON, YAML, .env files, addresses and programs; quotes may be escaped, since
// JSON stands in JSON.
const separator = String.raw`(?:\\*["'])?[ \t]{0,8}(?::=?|=>?)[ \t]{0,8}`;

/** The value of something with such a name, whatever characters it has; and the other forms. */
export function namedText(names: string, accepts: Accepts, others: readonly Form[]): Named {
  const quoted = String.raw`"((?:[^"\\\r\n]|\\.){6,})|'((?:[^'\\\r\n]|\\.){6,})`;
  const escaped = String.raw`\\+["']([^"'\\\r\n]{6,})`;
  const bare = String.raw`([^\s"'\\,;&<>{}[\]${'`'}][^\s"'\\,;&<>{}\]${'`'}]{5,})`;
  const find = new RegExp(`(?:${names})${separator}(?:${quoted}|${escaped}|${bare})`, 'gi');
  return {
    forms: [{ find, accepts }, tagged(names, '[^<>]{6,512}', accepts), ...others],
    named: {
      name: endOfName(names),
      accepts: (value, around) => value.length >= 6 && accepts(value, around),
    },
  };
}

const keyCharacter = '[A-Za-z0-9_+/=.~-]';

/** The same for what programs make: long, and of few characters. */
export function namedKey(names: string, accepts: Accepts, others: readonly Form[] = []): Named {
  const key = `${keyCharacter}{16,}`;
  const isWhole = new RegExp(`^${key}$`);
  const find = new RegExp(String.raw`(?:${names})${separator}(?:\\*["'])?(${key})`, 'gi');
  return {
    forms: [{ find, accepts }, tagged(names, `${keyCharacter}{16,2048}`, accepts), ...others],
    named: {
      name: endOfName(names),
      accepts: (value, around) => isWhole.test(value) && accepts(value, around),
    },
  };
}

/** In XML and HTML, up to the end of the element. */
function tagged(names: string, value: string, accepts: Accepts): Form {
  return { find: new RegExp(String.raw`(?:${names})>(${value})(?=<\/)`, 'gi'), accepts };
}

/** What the key of an object ends with, to have such a name. */
function endOfName(names: string): RegExp {
  return new RegExp(`(?:${names})$`, 'i');
}
