/** Does `total` things, in batches that run one after the other in each of the workers. */
export async function inBatches(
  { total, size, workers }: { total: number; size: number; workers: number },
  run: (count: number, batch: number) => Promise<void>,
): Promise<void> {
  let left = total;
  let batch = 0;
  const work = async (): Promise<void> => {
    while (left > 0) {
      const count = Math.min(size, left);
      left -= count;
      await run(count, batch++);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
}

/** All of these, at most so many at once. */
export async function atOnce<T, R>(
  items: readonly T[],
  workers: number,
  run: (item: T, at: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  await inBatches({ total: items.length, size: 1, workers }, async (_, at) => {
    results[at] = await run(items[at] as T, at); // there are as many as `total`
  });
  return results;
}

/** Chances that are the same in every run: mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
