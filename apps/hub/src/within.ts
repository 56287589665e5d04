/** Waits for the work to end, but no longer than this. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
