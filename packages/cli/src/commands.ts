import type { Command } from './command.ts';
import { configCheck } from './commands/config-check.ts';
import { configShow } from './commands/config-show.ts';
import { keysCreate } from './commands/keys-create.ts';
import { keysList } from './commands/keys-list.ts';
import { keysRevoke } from './commands/keys-revoke.ts';
import { secretsRotate } from './commands/secrets-rotate.ts';
import { up } from './commands/up.ts';

/** Every command, in the order that help shows. */
export const commands: readonly Command[] = [
  up,
  keysCreate,
  keysList,
  keysRevoke,
  configCheck,
  configShow,
  secretsRotate,
];

/** What the words before a subcommand are about. */
export const groups: Readonly<Record<string, string>> = {
  keys: 'Who may use the hub.',
  config: 'What the hub is set to.',
  secrets: 'How stored credentials are sealed.',
};
