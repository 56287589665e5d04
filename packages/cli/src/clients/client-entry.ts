import { inputId, type ClientKind } from './client-kinds.ts';

/** How a client gets in: a value, something that stands for one, or the folder of a hub on the same machine. */
export type EntryKey =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'folder'; readonly path: string };

export interface WantedEntry {
  /** Where the hub is, without a path. */
  readonly hubUrl: string;
  readonly profile: string | undefined;
  readonly key: EntryKey;
  /** The command that starts this program; left out, the client dials the hub. */
  readonly self?: readonly string[] | undefined;
}

export type Entry = Readonly<Record<string, unknown>>;

export function toEntry(kind: ClientKind, wanted: WantedEntry): Entry {
  return wanted.self ? spawned(kind, wanted, wanted.self) : dialled(kind, wanted);
}

function dialled(kind: ClientKind, { hubUrl, profile, key }: WantedEntry): Entry {
  const path = profile === undefined ? '/mcp' : `/mcp/${profile}`;
  const address = { [kind.urlField]: `${hubUrl.replace(/\/+$/, '')}${path}` };
  const headers = { Authorization: `Bearer ${textOf(kind, key)}` };
  if (kind.format === 'json') return { ...(kind.hasType && { type: 'http' }), ...address, headers };
  if (key.kind === 'variable') return { ...address, bearer_token_env_var: key.name };
  return { ...address, http_headers: headers };
}

function spawned(
  kind: ClientKind,
  { hubUrl, profile, key }: WantedEntry,
  [command = '', ...own]: readonly string[],
): Entry {
  const args = [...own, 'stdio', ...(profile === undefined ? [] : ['--profile', profile])];
  const program = { ...(kind.hasType && { type: 'stdio' }), command, args };
  if (key.kind === 'folder') return { ...program, env: { PATCHBAY_DATA_DIR: key.path } };
  // Codex hands a variable on by its name; this program reads only this one.
  if (key.kind === 'variable' && kind.format === 'toml')
    return { ...program, env: { PATCHBAY_URL: hubUrl }, env_vars: ['PATCHBAY_KEY'] };
  return { ...program, env: { PATCHBAY_URL: hubUrl, PATCHBAY_KEY: textOf(kind, key) } };
}

function textOf({ reference }: ClientKind, key: EntryKey): string {
  if (key.kind === 'variable') return reference?.(key.name) ?? '';
  return key.kind === 'text' ? key.text : '';
}

/** What VS Code needs beside the entry, to ask for the key and keep it. */
export const keyInput = {
  type: 'promptString',
  id: inputId,
  description: 'Key for Patchbay',
  password: true,
};
