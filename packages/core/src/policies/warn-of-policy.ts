import { suggest } from '@patchbay/contracts';
import type { KnownServer } from '../servers/server-view.ts';
import type { Policy } from './policy.ts';

/**
 * A sentence where a rule names something that there is not: it may be meant for what is to come, or misspelt, and a
 * misspelt rule that forbids forbids nothing.
 */
export function warnOfPolicy({ server, tool }: Policy, servers: readonly KnownServer[]): string | undefined {
  if (isPattern(server)) return undefined;
  const known = servers.find((one) => one.server.name === server);
  if (!known) {
    const names = servers.map((one) => one.server.name);
    return `There is no server "${server}" now.${meant(server, names)}`;
  }
  const tools = known.record.offer?.tools.map(({ name }) => name) ?? [];
  if (isPattern(tool) || tools.includes(tool)) return undefined;
  return `${server} has no tool "${tool}" now.${meant(tool, tools)}`;
}

function isPattern(text: string): boolean {
  return /[*?]/.test(text);
}

function meant(written: string, known: readonly string[]): string {
  const near = suggest(written, known);
  return near === undefined ? '' : ` Did you mean "${near}"?`;
}
