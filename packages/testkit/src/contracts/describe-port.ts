import { afterEach, beforeEach, describe } from 'vitest';

export interface Opened<T> {
  readonly port: T;
  readonly close?: () => Promise<void>;
}

/** Runs a suite on a fresh port for each test. `port()` is the one of the test that runs. */
export function describePort<T>(
  name: string,
  open: () => Promise<Opened<T>>,
  suite: (port: () => T) => void,
): void {
  describe(name, () => {
    let opened: Opened<T>;
    beforeEach(async () => void (opened = await open()));
    afterEach(() => opened.close?.());
    suite(() => opened.port);
  });
}
