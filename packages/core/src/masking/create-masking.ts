import type { MaskingName } from '@patchbay/contracts';
import type { Server } from '../servers/server.ts';
import { createMasker, type Masker, type MaskerDeps } from './masker.ts';

export type Masking = ReturnType<typeof createMasking>;

/** One masker for all servers, and others for those that say what they want themselves. */
export function createMasking(deps: MaskerDeps) {
  const made = new Map<string, Masker>();
  const common = createMasker(deps);
  const none = createMasker({ ...deps, names: [], foreign: [] });

  function masking(names: readonly MaskingName[]): Masker {
    const key = names.toSorted().join();
    const known = made.get(key) ?? createMasker({ ...deps, names });
    made.set(key, known);
    return known;
  }

  return {
    /** For what this server says; for what nobody knows the server of, as for all. */
    of(server: Server | undefined): Masker {
      const own = server?.settings.masking;
      if (!own) return common;
      if (!own.enabled) return none;
      return own.groups ? masking(own.groups) : common;
    },
  };
}
