import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parseJsonc } from '@patchbay/client';
import { fail, isJsonObject } from '@patchbay/contracts';
import { keyInput, type Entry } from './client-entry.ts';
import type { ClientKind } from './client-kinds.ts';
import { addToJsonc, setInJsonc } from './edit-jsonc.ts';
import { setInToml, writeToml } from './edit-toml.ts';

export interface Named {
  readonly name: string;
  readonly entry: Entry;
  /** The entry stands for its key with something that the client asks for. */
  readonly asks: boolean;
}

/** A file with nothing in it but the entry. */
export function writeAlone(kind: ClientKind, { name, entry, asks }: Named): string {
  if (kind.format === 'toml') return writeToml(kind.section, name, entry);
  const whole = { ...(asks && { inputs: [keyInput] }), [kind.section]: { [name]: entry } };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

/** The text of the file with the entry in it. Throws, with what to write by hand, where it cannot be done safely. */
export function withEntry(
  kind: ClientKind,
  named: Named,
  { file, text }: { file: string; text: string },
): string {
  const { name, entry } = named;
  const edited =
    kind.format === 'toml'
      ? setInToml(text, { section: kind.section, name, entry })
      : withInput(setInJsonc(text, [kind.section, name], entry), named);
  if (
    edited !== undefined &&
    (kind.format === 'toml' || isDeepStrictEqual(restOf(text, kind, name), restOf(edited, kind, name)))
  )
    return edited;
  const message = `It cannot be read well enough to be changed. Leave out --write, and put in what is shown by hand.`;
  throw fail('INPUT_INVALID', { problems: [{ path: file, message }] });
}

function withInput(text: string | undefined, { asks }: Named): string | undefined {
  if (text === undefined || !asks) return text;
  const inputs = parseJsonc(text)?.members?.get('inputs')?.items ?? [];
  const isThere = inputs.some(({ value }) => isJsonObject(value) && value['id'] === keyInput.id);
  return isThere ? text : addToJsonc(text, 'inputs', keyInput);
}

/** All that is not ours, which must not differ afterwards, whatever the file looked like. */
function restOf(text: string, { section }: ClientKind, name: string): unknown {
  const value = parseJsonc(text)?.value ?? {};
  if (!isJsonObject(value)) return undefined;
  const { [section]: servers, inputs: _, ...others } = value;
  const { [name]: __, ...own } = isJsonObject(servers) ? servers : {};
  return [others, own];
}

export function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Returns the copy of what was there before, if anything was. */
export function saveWithBackup(file: string, text: string, isSecret: boolean): string | undefined {
  const backup = existsSync(file) ? `${file}.${stamp(new Date())}.bak` : undefined;
  if (backup === undefined) mkdirSync(dirname(file), { recursive: true });
  else copyFileSync(file, backup);
  writeFileSync(file, text, isSecret ? { mode: 0o600 } : {});
  return backup;
}

/** `20261120-101500`. */
function stamp(now: Date): string {
  return now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}
