import { replaceFindings, type Finding } from '../finding.ts';
import { formsOf } from './encodings.ts';
import { createSearch, type Search } from './search.ts';

/** Secrets that the hub itself holds. Nothing that leaves it may have one of them in it, in any form. */
export interface KnownValues {
  /** How many characters the longest of them has. */
  readonly longest: number;
  readonly find: (text: string) => Finding[];
  /** Also what, at the end of the text, may be the beginning of one of them. */
  readonly findWithBegun: (text: string) => Finding[];
  readonly mask: (text: string) => string;
}

const by = 'known_value';
const replacement = '[MASKED_CREDENTIAL]';
/** Our own keys are stored as digests only, but they have a form that nothing else has. */
const ownKey = /\bpbk_[A-Za-z0-9-]{1,64}_([A-Za-z0-9_-]{6,})/g;

export function createKnownValues(secrets: readonly string[]): KnownValues {
  const search: Search = createSearch([...new Set(secrets)].flatMap(formsOf));

  function find(text: string): Finding[] {
    const found = search.find(text).map(([start, end]) => ({ start, end, by, replacement }));
    return text.includes('pbk_') ? [...found, ...findOwnKeys(text)] : found;
  }

  return {
    longest: search.longest,
    find,
    findWithBegun(text) {
      const start = search.findBegun(text);
      return start === undefined ? find(text) : [...find(text), { start, end: text.length, by, replacement }];
    },
    mask: (text) => replaceFindings(text, find(text)),
  };
}

function findOwnKeys(text: string): Finding[] {
  const found: Finding[] = [];
  for (const match of text.matchAll(ownKey)) {
    const end = match.index + match[0].length;
    found.push({ start: end - (match[1] ?? '').length, end, by, replacement });
  }
  return found;
}
