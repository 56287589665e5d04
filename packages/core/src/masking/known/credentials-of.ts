import type { ServerDefinition } from '@patchbay/contracts';
import { secretArguments } from './secret-arguments.ts';

type Reached = Pick<ServerDefinition, 'credentials' | 'transport'>;

/** Every secret text in what was stored about a server. What is too short or plainly none would mask half of any result. */
export function credentialsOf({ credentials, transport }: Reached): string[] {
  const { bearerToken, headers, env } = credentials;
  const named = [...Object.entries(headers), ...Object.entries(env)];
  const values = named
    .filter(([name, secret]) => !isPlainSetting(name, secret.reveal()))
    .map(([, secret]) => secret.reveal());
  const written =
    transport.kind === 'stdio' ? secretArguments(transport.args) : secretsInAddress(transport.url);
  const all = [...(bearerToken ? [bearerToken.reveal()] : []), ...values, ...written];
  return [...new Set(all.flatMap(partsOf))].filter(isLongEnough);
}

/** Shorter ones are masked where they could not be a word or a number of their own. */
function isLongEnough(text: string): boolean {
  return text.length >= 8 || (text.length >= 6 && /[A-Za-z]/.test(text) && /[^A-Za-z]/.test(text));
}

const secretName =
  /token|key|secret|pass|pwd|auth|credential|cookie|session|signature|dsn|(?:^|_)pat(?:_|$)|pin$/i;
const plainName =
  /^(?:accept.*|content-type|user-agent|shell|lang|lc_.*|tz|debug|ci|(?:.*_)?(?:env|level|mode|host|port|region|dir|directory|root|path|home|format|timeout|locale|version|name|user|username|email))$/i;

/** A setting that is stored with the secrets because nobody said which is which. In doubt it is a secret. */
function isPlainSetting(name: string, value: string): boolean {
  if (secretName.test(name)) return false;
  return (
    plainName.test(name) || isPath(value) || /^(?:\d+|true|false)$/i.test(value) || isPlainAddress(value)
  );
}

/** A key may begin with a slash too, but then it has more kinds of characters. */
function isPath(value: string): boolean {
  return (
    /^(?:~|\.{1,2}|[A-Za-z]:)?[/\\][\w ./\\:-]*$/.test(value) && !(/[A-Z]/.test(value) && /\d/.test(value))
  );
}

function isPlainAddress(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(value) && secretsInAddress(value).length === 0;
}

const secretQuery = /token|key|secret|password|signature|credential|auth/i;

/** The password of an address, as it is written and as it is meant, and what its query calls a secret. */
function secretsInAddress(address: string): string[] {
  const [, written] = /^[\w+.-]+:\/\/[^:@/]*:(.+)@/s.exec(address) ?? [];
  const query = URL.canParse(address) ? [...new URL(address).searchParams] : [];
  const asked = query.filter(([name]) => secretQuery.test(name)).map(([, value]) => value);
  return [...(written === undefined ? [] : [written, decoded(written)]), ...asked];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a password that was written as it is
  }
}

/** A header says how before it says what; and what Basic says is a user and a password. */
function partsOf(value: string): string[] {
  const [, scheme, rest] = /^(Bearer|Basic|Token|ApiKey|Digest) +(\S.*)$/is.exec(value) ?? [];
  if (rest === undefined) return [value, ...secretsInAddress(value)];
  return scheme?.toLowerCase() === 'basic' ? [rest, ...passwordIn(rest)] : [rest];
}

function passwordIn(base64: string): string[] {
  try {
    const [, password] = /:(.+)$/s.exec(atob(base64)) ?? [];
    return password === undefined ? [] : [password];
  } catch {
    return []; // not what the scheme says
  }
}
