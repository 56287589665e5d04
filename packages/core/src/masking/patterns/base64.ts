import type { Around } from './own-pattern.ts';
import { isName } from './plausible.ts';

// Base64 is how secrets are written, and pictures, digests and names look much the same.

/** Where a listing goes on, or which version of something it is. */
const isPlace =
  /(?:page|next|continuation|sync|resume|delta|skip|starting|cursor|etag)[_-]?(?:token)?["'\s:=]*$/i;
/** PNG, JPEG, GIF, RIFF, SVG, XML, PDF, ZIP, WebAssembly and fonts begin like this. */
const fileStart = /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|PHN2Zy|PD94bWwg|JVBERi|UEsDB|AGFzbQ|d09G)/;
/** Fewer characters are a name that happens to have some of each kind. */
const leastRandomChars = 16;

export function isSecretBase64(value: string, { before }: Around): boolean {
  if (/(?:sha\d{1,3}[-:=]|base64,)$/i.test(before) || isPlace.test(before) || fileStart.test(value))
    return false;
  if (!/[A-Z]/.test(value) || !/[a-z]/.test(value) || !/[\d+/=]/.test(value)) return false;
  if (value.endsWith('=')) return true;
  const random = value.split(/[/+]/).filter((part) => !isName(part));
  return random.join('').length >= leastRandomChars;
}

/** So short that only what it says tells it from a word: plain text. */
export function isShortBase64(value: string): boolean {
  if (value.length % 4 !== 0) return false;
  const kinds = [/[A-Z]/, /[a-z]/, /\d/].filter((kind) => kind.test(value)).length;
  const isWord = kinds < 2 || /^[A-Z][a-z]+$/.test(value);
  if (!value.endsWith('=') && (value.length < 8 || isWord)) return false;
  return isPrintable(value);
}

/** `user:password`, as the Basic scheme sends it. */
export function isBasicCredentials(value: string): boolean {
  return value.length % 4 === 0 && isPrintable(value) && atob(value).includes(':');
}

function isPrintable(base64: string): boolean {
  return /^[\x20-\x7e]+$/.test(decode(base64));
}

function decode(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return ''; // it only looked like it
  }
}
