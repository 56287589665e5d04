/** The stream of a reply ended before its end was said. */
export class CutOff extends Error {
  override readonly message = 'Its answer broke off.';
}
