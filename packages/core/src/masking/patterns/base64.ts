import { isWordy } from './plausible.ts';
import type { Around } from './own-pattern.ts';

// Base64 is how secrets are written, and pictures, digests and names look much the same.

/** PNG, JPEG, GIF, RIFF, SVG, PDF and ZIP begin like this. */
const fileStart = /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|PHN2Zy|PD94bWwg|JVBERi|UEsDB)/;

export function isSecretBase64(value: string, { before }: Around): boolean {
  if (/(?:sha\d{1,3}[-:=]|base64,)$/i.test(before) || fileStart.test(value)) return false;
  if (!/[A-Z]/.test(value) || !/[a-z]/.test(value) || !/[\d+/=]/.test(value)) return false;
  return !value
    .split('/')
    .every((part) => part === '' || isWordy(part) || /^[a-z\d]+$|^[A-Z\d]+$/.test(part));
}

/** So short that only what it says tells it from a word: plain text. */
export function isShortBase64(value: string): boolean {
  if (value.length % 4 !== 0) return false;
  const isPadded = value.endsWith('=');
  if (!isPadded && (value.length < 8 || isWordy(value) || !/[A-Z]/.test(value) || !/[a-z]/.test(value)))
    return false;
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
