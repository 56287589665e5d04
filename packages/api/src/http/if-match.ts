/** The revision that a caller read, as If-Match names it. */
export function revisionOf({ headers }: Request): number | undefined {
  const [, digits] = /^(?:W\/)?"?(\d{1,15})"?$/.exec(headers.get('if-match') ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}
