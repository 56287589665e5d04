import type { ModelEntry } from '@patchbay/contracts';

/** What a provider calls a tool, and back. */
export interface ToolNames {
  readonly to: (name: string) => string;
  readonly from: (name: string) => string;
}

const same: ToolNames = { to: (name) => name, from: (name) => name };

/** Google wants a letter or `_` at the beginning of a name, and a server may be called `1password`. */
const undigited: ToolNames = {
  to: (name) => name.replace(/^(?=_*\d)/, '_'),
  from: (name) => name.replace(/^_(?=_*\d)/, ''),
};

export function toolNamesOf({ provider }: Pick<ModelEntry, 'provider'>): ToolNames {
  return provider === 'google' ? undigited : same;
}
