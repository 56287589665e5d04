import type { ToolDefinition } from '@patchbay/contracts';
import type { Warnings } from '../health/warnings.ts';
import type { Server } from '../servers/server.ts';
import type { Pins } from './pins.ts';

export interface ReviewWarningsDeps {
  readonly pins: Pick<Pins, 'stateOf'>;
  readonly warnings: Warnings;
  readonly offers: () => readonly {
    readonly server: Server;
    readonly definitions: readonly ToolDefinition[];
  }[];
}

const prefix = 'review:';
const maxNamed = 5;

/** Keeps a warning for every server that has tools at which somebody should look. */
export function createReviewWarnings({ pins, warnings, offers }: ReviewWarningsDeps) {
  return (): void => {
    const standing = new Set<string>();
    for (const { server, definitions } of offers()) {
      const named = (state: string): string[] =>
        definitions.filter((one) => pins.stateOf(server, one) === state).map(({ name }) => name);
      const parts = [
        ...tell(named('changed'), 'not as accepted'),
        ...tell(named('new'), 'new'),
        ...tell(named('unreadable'), 'nested too deeply to be compared'),
      ];
      if (parts.length === 0) continue;
      const id = prefix + server.name;
      standing.add(id);
      const message = `Tools of ${server.name} to be reviewed: ${parts.join('; ')}. \`patchbay tools review ${server.name}\` shows them.`;
      warnings.raise({ id, category: 'tools', serverId: server.name, message });
    }
    for (const { id } of warnings.list()) if (id.startsWith(prefix) && !standing.has(id)) warnings.clear(id);
  };
}

function tell(names: readonly string[], word: string): string[] {
  if (names.length === 0) return [];
  const more = names.length > maxNamed ? ` and ${String(names.length - maxNamed)} more` : '';
  return [`${names.slice(0, maxNamed).join(', ')}${more} (${word})`];
}
