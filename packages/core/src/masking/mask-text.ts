import type { Effort } from './find-foreign.ts';
import type { FindText } from './find-text.ts';
import { replaceFindings, type Finding } from './finding.ts';
import type { Steps } from './steps.ts';

export type MaskText = ReturnType<typeof createMaskText>;

/** Texts with what is secret in them masked. */
export function createMaskText(find: FindText, onMasked: (by: string) => void) {
  /** `others` are findings that only somebody who sees more than this text could make. */
  function* whole(text: string, effort: Effort, others: readonly Finding[] = none): Steps<string> {
    const found = yield* find.inText(text, effort);
    found.push(...others);
    return replaced(text, found);
  }

  /** What is short, and must only not be one of those that the hub holds. */
  function known(text: string): string {
    return text.length < 4 ? text : replaced(text, find.known().find(text));
  }

  function replaced(text: string, found: readonly Finding[]): string {
    return found.length === 0 ? text : replaceFindings(text, found, onMasked);
  }

  return { whole, known };
}

const none: readonly Finding[] = [];
