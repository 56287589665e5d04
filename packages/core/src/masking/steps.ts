/** Work that stops now and then, so that others get their turn. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Says when it is time to stop: after so much work of any kind. */
export interface Pace {
  /** Whether there was so much since the last time it said so. */
  spend(amount: number): boolean;
}

export function createPace(limit: number): Pace {
  let spent = 0;
  return {
    spend(amount) {
      spent += amount;
      if (spent < limit) return false;
      spent = 0;
      return true;
    },
  };
}

/** Port. Resolves when everything that waited has had its turn. */
export type Breathe = () => Promise<void>;

/** Most work is done before its first stop, and then nobody needs to wait. */
export function walk<T>(steps: Steps<T>, breathe: Breathe): T | Promise<T> {
  const first = steps.next();
  return first.done === true ? first.value : goOn(steps, breathe);
}

async function goOn<T>(steps: Steps<T>, breathe: Breathe): Promise<T> {
  for (;;) {
    await breathe();
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** All of it at once, for texts that are short. */
export function run<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
