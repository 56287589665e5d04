import type { Row } from '../../faults/support/figure.ts';

/** What does not hold with small counts, in words. How fast it was is for `npm run faults`, on a quiet machine. */
export async function brokenMarks(row: Row): Promise<string[]> {
  const { marks } = await row('quick');
  return marks.filter((mark) => !mark.holds && !mark.isTiming).map(({ what, got }) => `${what}: ${got}`);
}
