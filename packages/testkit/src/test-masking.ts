import type { MaskingName } from '@patchbay/contracts';
import { createMasking, createStoredCredentials, type ForeignPattern, type Masking } from '@patchbay/core';
import { createManualClock } from './manual-clock.ts';
import { createRecordingLog } from './recording-log.ts';

interface Wanted {
  readonly names?: readonly MaskingName[];
  readonly foreign?: readonly ForeignPattern[];
  /** Secrets that the hub holds. */
  readonly secrets?: readonly string[];
}

/** Masking as the hub wires it, where YAML is never read and whoever works long is not waited for. */
export function createTestMasking({
  names = ['security'],
  foreign = [],
  secrets = [],
}: Wanted = {}): Masking {
  return createMasking({
    names,
    foreign,
    known: createStoredCredentials(secrets).values,
    readYaml: () => undefined,
    clock: createManualClock(),
    breathe: async () => {},
    log: createRecordingLog(),
    onMasked() {},
  });
}
