import { resolve } from 'node:path';
import { fail } from '@patchbay/contracts';
import { z } from 'zod';
import type { Context } from '../command.ts';
import { locate, type Located } from '../connection.ts';
import { faint, warned } from '../output.ts';
import { toEntry, type EntryKey } from './client-entry.ts';
import type { Named } from './client-file.ts';
import { clientKinds, clientNames, fileOf, type ClientKind, type ClientName } from './client-kinds.ts';

export const clientConfigInput = z.object({
  client: z.enum(clientNames),
  profile: z.string().optional(),
  name: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'Write letters, digits, - and _.')
    .optional(),
  scope: z.enum(['user', 'project']).optional(),
  file: z.string().optional(),
  stdio: z.boolean().default(false),
  keyEnv: z
    .string()
    .regex(/^[A-Za-z_]\w*$/, 'Write the name of a variable.')
    .default('PATCHBAY_KEY'),
  newKey: z.boolean().default(false),
  showKey: z.boolean().default(false),
  write: z.boolean().default(false),
  yes: z.boolean().default(false),
});
export type ClientConfigInput = z.output<typeof clientConfigInput>;

export interface Plan {
  readonly client: ClientName;
  readonly kind: ClientKind;
  readonly file: string;
  readonly located: Located;
  readonly name: string;
  /** Undefined where the client needs a key in its file and none was given. */
  readonly key: EntryKey | undefined;
  readonly isShared: boolean;
  /** The entry, with this key in it. */
  readonly entryWith: (key: EntryKey | undefined) => Named;
}

/** In the place of a key that is not there yet, or that is not to be read over somebody's shoulder. */
export const hidden = 'pbk_…';

export async function planClientConfig(context: Context, given: ClientConfigInput): Promise<Plan> {
  const { client, profile, scope } = given;
  const kind: ClientKind = clientKinds[client];
  const file = given.file ?? fileOf(kind, scope, context);
  if (file === undefined) throw wrong('--scope', `${kind.title} has no such file. Leave it out.`);
  if (profile !== undefined) await context.hub().getProfile({ params: { name: profile } });
  const located = locate(context);
  const name = given.name ?? (profile === undefined ? 'patchbay' : `patchbay-${profile}`);
  const self = given.stdio || kind.onlySpawns ? context.self : undefined;
  const entryWith = (key: EntryKey = { kind: 'text', text: hidden }): Named => ({
    name,
    entry: toEntry(kind, { hubUrl: located.url, profile, key, self }),
    asks: key.kind === 'variable' && kind.asks === true,
  });
  const isShared = scope === 'project' || resolve(file).startsWith(resolve('.'));
  return { client, kind, file, located, name, key: keyOf(kind, given, located), isShared, entryWith };
}

/** A key of the admin is in no file unless that is asked for. */
function keyOf(kind: ClientKind, given: ClientConfigInput, { key, dataDir }: Located): EntryKey | undefined {
  if (given.newKey && given.showKey) throw wrong('--new-key, --show-key', 'Give one of them.');
  if (given.newKey) return { kind: 'text', text: hidden };
  if (given.showKey) {
    if (key === undefined) throw wrong('--show-key', 'There is no key here. Set PATCHBAY_KEY.');
    return { kind: 'text', text: key };
  }
  if (kind.reference) return { kind: 'variable', name: given.keyEnv };
  const isSpawned = given.stdio || kind.onlySpawns;
  return isSpawned && dataDir !== undefined ? { kind: 'folder', path: resolve(dataDir) } : undefined;
}

/** What somebody must know or do, beside what the file says. */
export function notesOn(plan: Plan): string[] {
  const { url, isGuess } = plan.located;
  return [
    ...(isGuess ? [warned(`No hub runs here: ${url} is where one would be.`)] : []),
    ...notesOnKey(plan),
  ];
}

function notesOnKey({ client, kind, key, isShared }: Plan): string[] {
  const making = faint(`\`patchbay keys create ${client}\` makes a key for it.`);
  switch (key?.kind) {
    case undefined:
      return [warned(`Put a key where ${hidden} stands: ${kind.title} takes none from a variable.`), making];
    case 'variable':
      return [
        kind.asks
          ? `${kind.title} asks for the key once and keeps it safe.`
          : `Set ${key.name} where ${kind.title} is started; its file only names it.`,
        making,
      ];
    case 'folder':
      return [
        `It uses the key file in ${key.path}, so it may do all that an admin may. --new-key gives it less.`,
      ];
    case 'text':
      return isShared ? [warned('This has the key itself: do not commit it.')] : [];
  }
}

export function wrong(path: string, message: string) {
  return fail('INPUT_INVALID', { problems: [{ path, message }] });
}
