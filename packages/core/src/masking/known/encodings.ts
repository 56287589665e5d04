/** A secret as a text may have it. */
export interface Form {
  readonly text: string;
  /** Its first and last characters may share bits with what stands beside it. */
  readonly isBase64: boolean;
}

/** So short, and every text has it somewhere. */
const leastEncodedChars = 8;

/** A secret in every form that it can be read back from: as it is, escaped, and encoded, alone or inside of more. */
export function formsOf(secret: string): Form[] {
  const bytes = bytesOf(secret);
  const plain = new Set([
    secret,
    ...(needsNoEscape.test(secret) ? [] : escapedForms(secret)),
    ...hexForms(bytes),
  ]);
  const base64 = new Set(base64Forms(bytes).flatMap((text) => [text, toUrlAlphabet(text)]));
  const forms = [
    ...Array.from(plain, (text) => ({ text, isBase64: false })),
    ...Array.from(base64, (text) => ({ text, isBase64: true })),
  ];
  return forms.filter(({ text }) => text === secret || text.length >= leastEncodedChars);
}

/** Most secrets: the same in JSON and in an address as they are. */
const needsNoEscape = /^[A-Za-z0-9_.~-]+$/;

function escapedForms(secret: string): string[] {
  const json = insideJson(secret);
  const ascii = json.replaceAll(/[^\x20-\x7e]/g, toUnicodeEscape);
  const texts = [secret, json, ascii, json.replaceAll('/', String.raw`\/`), insideJson(json)];
  // UTF-8 that was taken for Latin-1 counts too: so do others write it, and so we read files.
  return [...texts, ...texts.map(bytesOf), ...addressForms(secret)];
}

function addressForms(secret: string): string[] {
  if (!secret.isWellFormed()) return [];
  const address = encodeURIComponent(secret);
  const strict = address.replaceAll(/[!'()*]/g, (sign) => `%${toHex(sign).toUpperCase()}`);
  const all = [address, strict, address.replaceAll('%20', '+')];
  const lowered = all.map((text) => text.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()));
  return [...all, ...lowered, ...all.map(encodeURIComponent)];
}

function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function toUnicodeEscape(character: string): string {
  return String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function hexForms(bytes: string): string[] {
  let hex = '';
  for (let at = 0; at < bytes.length; at += 1) hex += toHex(bytes.charAt(at));
  return [hex, hex.toUpperCase()];
}

function toHex(byte: string): string {
  return byte.charCodeAt(0).toString(16).padStart(2, '0');
}

/**
 * Base64 says three bytes in four characters, so what a secret looks like in it depends on how many bytes stand
 * before it. These are the characters that are the same whatever is around, for each of the three cases.
 */
function base64Forms(bytes: string): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = btoa('\0'.repeat(before) + bytes);
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
}

function toUrlAlphabet(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}

/** UTF-8, one character a byte. */
function bytesOf(text: string): string {
  if (/^\p{ASCII}*$/u.test(text)) return text;
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}
