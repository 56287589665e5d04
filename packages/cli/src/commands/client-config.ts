import type { EntryKey } from '../clients/client-entry.ts';
import { readIfThere, saveWithBackup, withEntry, writeAlone } from '../clients/client-file.ts';
import { clientNames } from '../clients/client-kinds.ts';
import {
  clientConfigInput,
  hidden,
  notesOn,
  planClientConfig,
  wrong,
  type ClientConfigInput,
  type Plan,
} from '../clients/plan-client-config.ts';
import { defineCommand, type Context } from '../command.ts';
import { confirmed } from '../confirm.ts';
import { bold, faint, good } from '../output.ts';
import { showChange } from '../show-change.ts';

export const command = defineCommand({
  args: [['<client>', clientNames.join(', ')]],
  flags: [
    ['--write', 'put it into the file of the client: shows the change, asks, and keeps a copy of the file'],
    ['--profile <name>', 'the tools of this profile, instead of all'],
    ['--scope <scope>', 'user or project: the file in your home, or the one in this folder'],
    ['--file <file>', 'this file instead'],
    ['--name <name>', 'what the client calls it (default: patchbay, or patchbay-<profile>)'],
    ['--stdio', 'let the client start `patchbay stdio`, instead of dialling the hub'],
    ['--key-env <variable>', 'the variable that the client takes the key from (default: PATCHBAY_KEY)'],
    ['--new-key', 'create a key with the role operator for this client, and put it in'],
    ['--show-key', 'put in the key that this command uses; it may be the one of the admin'],
    ['-y, --yes', 'with --write: do not ask'],
  ],
  examples: [
    'patchbay client-config claude',
    'patchbay client-config cursor --write',
    'patchbay client-config vscode --profile backend --write',
    'patchbay client-config codex >> ~/.codex/config.toml',
    'patchbay client-config claude-desktop --new-key --write',
  ],
  input: clientConfigInput,

  async run(context, given) {
    const plan = await planClientConfig(context, given);
    return given.write ? writeIt(context, given, plan) : printIt(context, given, plan);
  },
});

async function printIt(context: Context, given: ClientConfigInput, plan: Plan): Promise<number> {
  const { out, err, json } = context;
  const { client, kind, file, name } = plan;
  const named = plan.entryWith(given.newKey ? await createKey(context, plan) : plan.key);
  const text = writeAlone(kind, named);
  if (json) return (out(JSON.stringify({ client, file, name, entry: named.entry, text })), 0);
  err(`${bold(kind.title)} reads this from ${bold(file)}:\n`);
  out(text.trimEnd());
  err(['', ...notesOn(plan)].join('\n'));
  const flags = plan.key ? '--write' : '--write --new-key';
  err(faint(`\`patchbay client-config ${client} ${flags}\` puts it there, beside what the file has.`));
  return 0;
}

async function writeIt(context: Context, given: ClientConfigInput, plan: Plan): Promise<number> {
  const { err } = context;
  const { kind, file, key: planned } = plan;
  if (!planned)
    throw wrong('--write', `${kind.title} can only read the key itself. Add --new-key or --show-key.`);
  const before = { file, text: readIfThere(file) };
  const textWith = (key: EntryKey): string => withEntry(kind, plan.entryWith(key), before);
  if (!given.newKey && textWith(planned) === before.text) return (err(`${file} has it already.`), 0);
  if (!context.json) showPlanned(context, before, textWith(masked(planned)));
  if (!given.yes && !(await confirmed(context, 'Write it?'))) return 1;
  const key = given.newKey ? await createKey(context, plan) : planned;
  const backup = saveWithBackup(file, textWith(key), key.kind === 'text');
  reportWritten(context, plan, backup);
  return 0;
}

function showPlanned({ err }: Context, { file, text }: { file: string; text: string }, after: string): void {
  const isNew = text === '' ? ', which is new' : '';
  err(`In ${bold(file)}${isNew}:\n\n${showChange(text, after)}\n`);
}

function reportWritten({ out, err, json }: Context, plan: Plan, backup: string | undefined): void {
  const { client, file, name, kind } = plan;
  if (json) return out(JSON.stringify({ client, file, name, backup: backup ?? null }));
  err(`${good('Written')} to ${file}.${backup === undefined ? '' : ` What was there is in ${backup}.`}`);
  err([...notesOn(plan), faint(kind.next)].join('\n'));
}

function masked(key: EntryKey): EntryKey {
  return key.kind === 'text' ? { kind: 'text', text: hidden } : key;
}

async function createKey({ hub, err, json }: Context, { client }: Plan): Promise<EntryKey> {
  const { key, name } = await hub().createKey({ body: { name: client, roles: ['operator'] } });
  if (!json) err(`${good('Created')} the key ${bold(name)}, with the role operator.`);
  return { kind: 'text', text: key };
}
