import { fail } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { confirmed } from '../confirm.ts';
import { bold } from '../output.ts';

export const command = defineCommand({
  args: [['<id>', 'the middle part of the key, as `keys list` shows it']],
  flags: [['-y, --yes', 'do not ask']],
  examples: ['patchbay keys revoke 5c8d6fa37700a105'],
  input: z.object({ id: z.string().transform(withoutSecret), yes: z.boolean().default(false) }),

  async run(context, { id, yes }) {
    const { hub, out, err, json } = context;
    const client = hub();
    const known = (await client.listKeys()).find((candidate) => candidate.id === id);
    if (!known) throw fail('KEY_NOT_FOUND', { id });
    const name = `${bold(known.name)} (${id})`;
    if (known.revokedAt) return (json ? out(JSON.stringify(known)) : err(`${name} was revoked before.`), 0);
    if (!yes && !(await confirmed(context, `Revoke ${name}? Whoever uses it is locked out.`))) return 1;
    const key = await client.revokeKey({ params: { id } });
    if (json) out(JSON.stringify(key));
    else err(`Revoked ${name}.`);
    return 0;
  },
});

/** Somebody may paste the whole key; its secret must not come back in a message. */
function withoutSecret(text: string): string {
  return /^pbk_([A-Za-z0-9-]+)_/.exec(text)?.[1] ?? text;
}
