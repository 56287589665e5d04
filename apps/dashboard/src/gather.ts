/** What comes in a flood is handed over together, once for each so long. */
export function gather<T>(ms: number, flush: (all: readonly T[]) => void): (one: T) => void {
  let all: T[] = [];
  return (one) => {
    if (all.length === 0)
      setTimeout(() => {
        const ready = all;
        all = [];
        flush(ready);
      }, ms);
    all.push(one);
  };
}
