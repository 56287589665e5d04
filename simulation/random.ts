/** Chance that is the same for the same seed. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  fraction(): number;
  between(least: number, most: number): number;
  isChosen(share: number): boolean;
  /** The waits of something that happens by itself every so often: many short ones, a few long ones. */
  wait(meanMs: number): number;
  pick<T extends string>(weights: Readonly<Partial<Record<T, number>>>): T;
  /** A source of its own, so that more questions to one do not change the answers of another. */
  fork(): Random;
}

export function createRandom(seed: number): Random {
  const next = mulberry32(seed);
  const random: Random = {
    fraction: () => next() / 2 ** 32,
    between: (least, most) => least + Math.floor(random.fraction() * (most - least + 1)),
    isChosen: (share) => random.fraction() < share,
    wait: (meanMs) => Math.ceil(-meanMs * Math.log(1 - random.fraction())),
    pick: (weights) => pickFrom(weights, random.fraction()),
    fork: () => createRandom(next()),
  };
  return random;
}

function pickFrom<T extends string>(weights: Readonly<Partial<Record<T, number>>>, fraction: number): T {
  const entries = Object.entries(weights) as [T, number][]; // its own keys
  let rest = fraction * entries.reduce((sum, [, weight]) => sum + weight, 0);
  const found = entries.find(([, weight]) => (rest -= weight) < 0) ?? entries.at(-1);
  if (!found) throw new Error('There is nothing to pick from.');
  return found[0];
}

/** Small, fast and good enough: nothing here is secret. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
