export interface ReadAgainDeps {
  /** Resolves when it was read. */
  readonly read: (key: string) => Promise<unknown>;
  /** Runs something a moment later: news in a flood are one reason to look again, not hundreds. */
  readonly later: (run: () => void) => void;
}

/** What news made stale is read again; what is just being read, once more afterwards and not twice at once. */
export function createReadAgain({ read, later }: ReadAgainDeps): (keys: readonly string[]) => void {
  const stale = new Set<string>();
  const beingRead = new Set<string>();
  let isPlanned = false;

  function plan(): void {
    if (isPlanned) return;
    isPlanned = true;
    later(() => {
      isPlanned = false;
      for (const key of stale.difference(beingRead)) void begin(key);
    });
  }

  async function begin(key: string): Promise<void> {
    stale.delete(key);
    beingRead.add(key);
    await read(key).catch(() => {}); // whoever shows it says so
    beingRead.delete(key);
    if (stale.has(key)) plan();
  }

  return (keys) => {
    for (const key of keys) stale.add(key);
    plan();
  };
}
