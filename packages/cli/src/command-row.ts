import type { Command } from './command.ts';

/** What a list of commands says of one. Its file is read only when it is meant. */
export interface Row {
  /** Words as typed: `keys create`. */
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

type Load = () => Promise<{ readonly command: Command }>;

export function row(name: string, summary: string, load: Load): Row {
  return { name, summary, load: async () => (await load()).command };
}
