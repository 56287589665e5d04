import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import {
  fillReferences,
  parseJsonc,
  readConfig,
  referencesIn,
  type Pasted,
  type PastedServer,
  type Reference,
} from '@patchbay/client';
import { fail, isJsonObject, reasonOf } from '@patchbay/contracts';
import { homeOf } from './client-kinds.ts';
import { parseToml } from './edit-toml.ts';
import type { Terminal } from '../command.ts';

/** Something of a client's file that does not come along, and why. */
export interface Left {
  readonly name: string;
  readonly reason: string;
}

export interface ClientServers {
  readonly servers: readonly PastedServer[];
  readonly left: readonly Left[];
  readonly notes: readonly string[];
}

type Surroundings = Pick<Terminal, 'environment' | 'platform' | 'isInteractive' | 'askSecret'>;

/** The servers in a client's file, with the values that it only stands for, as far as they are known here. */
export async function readClientFile(file: string, surroundings: Surroundings): Promise<ClientServers> {
  const { servers, notes, disabled = [] } = parseFile(file);
  const left: Left[] = disabled.map((name) => ({ name, reason: 'it is switched off there' }));
  const filled: PastedServer[] = [];
  for (const server of servers.filter(({ name }) => !disabled.includes(name))) {
    const { whole, missing } = await fill(server, file, surroundings);
    if (missing.length === 0) filled.push(whole);
    else left.push({ name: server.name, reason: missing.join(', and ') });
  }
  return { servers: filled, left, notes };
}

function parseFile(file: string): Pasted {
  const text = read(file);
  const config = file.endsWith('.toml') ? parseToml(text) : parseJsonc(text)?.value;
  if (isJsonObject(config)) return readConfig(config);
  const message = file.endsWith('.toml') ? 'It is no TOML.' : 'It is no JSON.';
  throw fail('INPUT_INVALID', { problems: [{ path: file, message }] });
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw fail('INPUT_INVALID', { problems: [{ path: file, message: reasonOf(error) }] });
  }
}

/** Inputs are asked for, as the client would. */
async function fill(server: PastedServer, file: string, surroundings: Surroundings) {
  const answers = new Map<string, string>();
  for (const { kind, name } of referencesIn(server))
    if (kind === 'input' && surroundings.isInteractive)
      answers.set(name, await surroundings.askSecret(`${server.name} asks for its ${name}: `));
  const missing = new Set<string>();
  const whole = fillReferences(server, (reference) => {
    const value =
      reference.kind === 'input' ? answers.get(reference.name) : valueOf(reference, file, surroundings);
    if (!value) missing.add(explain(reference));
    return value;
  });
  return { whole, missing: [...missing] };
}

function valueOf(
  { name, orElse }: Reference,
  file: string,
  where: Pick<Surroundings, 'environment' | 'platform'>,
): string | undefined {
  if (name === 'userHome') return homeOf(where);
  if (name === 'workspaceFolder') return folderOf(file);
  return where.environment[name] || orElse;
}

/** `.vscode/mcp.json` belongs to the folder above. */
function folderOf(file: string): string {
  const folder = dirname(resolve(file));
  return basename(folder).startsWith('.') ? dirname(folder) : folder;
}

function explain({ kind, name, written }: Reference): string {
  if (kind === 'input') return `it asks for “${name}”, and nobody is here to say it`;
  return /^[A-Za-z_]\w*$/.test(name)
    ? `it needs ${name}, which is not set here`
    : `nobody here knows what “${written}” is`;
}
