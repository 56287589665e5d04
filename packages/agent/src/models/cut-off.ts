/** The stream of a reply ended before its end was said, or with a word of the provider for what went wrong. */
export class CutOff extends Error {
  constructor(word?: string) {
    super(word === undefined ? 'Its answer broke off.' : `Its answer broke off: ${word}.`);
  }
}
