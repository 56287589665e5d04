import type { ToolDefinition } from '@patchbay/contracts';
import type { Pin, PinStore, PrincipalId, Sighting } from '@patchbay/core';

interface Kept {
  readonly pin: Pin;
  readonly definition: ToolDefinition | undefined;
}

export function createMemoryPinStore(): PinStore {
  const kept = new Map<string, Kept>();
  const keyOf = (server: string, tool: string): string => JSON.stringify([server, tool]);
  let accepts = 0;
  const put = ({ server, definition, digest, at }: Sighting, by: PrincipalId | null | undefined): void => {
    const { name: tool } = definition;
    const before = kept.get(keyOf(server, tool));
    const stays = by === undefined || (by === null && before?.pin.accepted);
    kept.set(keyOf(server, tool), {
      pin: {
        server,
        tool,
        seen: digest,
        accepted: stays ? (before?.pin.accepted ?? null) : { digest, at, by },
      },
      definition: stays ? before?.definition : definition,
    });
  };
  return {
    list: async () => [...kept.values()].map(({ pin }) => pin),
    stamp: async () => `${String(kept.size)}.${String(accepts)}`,
    definitionOf: async (server, tool) => kept.get(keyOf(server, tool))?.definition,
    async note(sightings, isAccepted) {
      for (const sighting of sightings) put(sighting, isAccepted ? null : undefined);
    },
    async accept(sightings, by) {
      for (const sighting of sightings) put(sighting, by);
      accepts += sightings.length;
    },
  };
}
