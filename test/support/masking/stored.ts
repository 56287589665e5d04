import type { JsonObject, ToolResult } from '@patchbay/contracts';
import type { Random } from '../../../simulation/random.ts';
import { alphabets, oneOf, sentenceOf, textOf } from './alphabets.ts';

/** What a server answers, says while it works, or fails with, and has a stored credential in it. */
export type Said =
  | { readonly kind: 'result'; readonly result: ToolResult }
  | { readonly kind: 'error'; readonly reason: string; readonly data: JsonObject }
  | { readonly kind: 'progress'; readonly messages: readonly string[] };

export interface Stored {
  readonly secret: string;
  readonly form: string;
  readonly said: Said;
}

/** Credentials as people have them: keys, passwords with all that can be typed, tokens of several parts. */
export function makeSecrets(random: Random, count: number): string[] {
  const signs = `${alphabets.base62}!"#$%&'()*+,-./:;<=>?@[\\]^_{|}~ äß→`;
  const kinds = [alphabets.base62, alphabets.base64url, alphabets.base64, alphabets.hex, signs];
  return Array.from({ length: count }, () => {
    const secret = textOf(random, oneOf(random, kinds), random.between(10, 64));
    return random.isChosen(0.1) ? `${secret}.${textOf(random, alphabets.base64url, 80)}` : secret;
  });
}

/** One of the secrets, in one of its forms, somewhere in what a server says. */
export function plantStored(random: Random, secret: string): Stored {
  const form = oneOf(random, Object.keys(forms) as (keyof typeof forms)[]); // its own keys
  const text = `${sentenceOf(random, 3)} ${forms[form](random, secret)} ${sentenceOf(random, 3)}`;
  return { secret, form, said: oneOf(random, carriers)(random, text) };
}

type Form = (random: Random, secret: string) => string;

const padding = (random: Random): string => textOf(random, alphabets.base62, random.between(0, 5));
const inBase64 = (random: Random, secret: string): Buffer =>
  Buffer.from(padding(random) + secret + padding(random));
const lowered = (address: string): string =>
  address.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

const forms = {
  raw: (_, secret) => secret,
  base64: (_, secret) => Buffer.from(secret).toString('base64'),
  'base64 of more': (random, secret) => inBase64(random, secret).toString('base64'),
  'base64url of more': (random, secret) => inBase64(random, secret).toString('base64url'),
  address: (_, secret) => encodeURIComponent(secret),
  'address in small letters': (_, secret) => lowered(encodeURIComponent(secret)),
  form: (_, secret) => encodeURIComponent(secret).replaceAll('%20', '+'),
  JSON: (_, secret) => JSON.stringify(secret),
  'JSON in JSON': (_, secret) => JSON.stringify(JSON.stringify(secret)),
  hex: (_, secret) => Buffer.from(secret).toString('hex'),
  'large hex': (_, secret) => Buffer.from(secret).toString('hex').toUpperCase(),
} as const satisfies Record<string, Form>;

const ofText = (text: string): ToolResult => ({ content: [{ type: 'text', text }] });
const result = (own: ToolResult): Said => ({ kind: 'result', result: own });

const carriers: readonly ((random: Random, text: string) => Said)[] = [
  (_, text) => result(ofText(text)),
  (_, text) => result({ ...ofText(text), isError: true }),
  (_, text) => result({ content: [], structuredContent: { items: [{ id: 1, note: text }] } }),
  (_, text) => result({ content: [], structuredContent: { [text]: true } }),
  (_, text) => result({ content: [{ type: 'resource', resource: { uri: 'file:///a', text } }] }),
  (_, text) => result({ content: [{ type: 'resource_link', uri: `https://x/${text}`, name: text }] }),
  (_, text) => {
    const blob = Buffer.from(text).toString('base64');
    return result({ content: [{ type: 'resource', resource: { uri: 'file:///a', blob } }] });
  },
  (_, text) => result({ ...ofText('done'), _meta: { 'example.com/debug': text } }),
  (random, text) => result({ content: cut(random, text, 10).map((part) => ({ type: 'text', text: part })) }),
  (_, text) => ({ kind: 'error', reason: text, data: {} }),
  (_, text) => ({ kind: 'error', reason: 'failed', data: { headers: [text] } }),
  (_, text) => ({ kind: 'progress', messages: [text] }),
  (random, text) => ({ kind: 'progress', messages: cut(random, text, 30) }),
];

/** In pieces of any size up to this. */
function cut(random: Random, text: string, most: number): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += parts.at(-1)?.length ?? 1)
    parts.push(text.slice(at, at + random.between(1, most)));
  return parts;
}
