import { fail } from '@patchbay/contracts';
import { z } from 'zod';
import { confirmed } from '../confirm.ts';
import { defineCommand } from '../command.ts';
import { bold } from '../output.ts';

export const keysRevoke = defineCommand({
  name: 'keys revoke',
  summary: 'Revoke a key at once and for good.',
  args: [['<id>', 'the middle part of the key, as `keys list` shows it']],
  flags: [['--yes', 'do not ask']],
  input: z.object({ id: z.string(), yes: z.boolean().default(false) }),

  async run(context, { id, yes }) {
    const { hub, out, err, json } = context;
    const client = hub();
    const known = (await client.listKeys()).find((candidate) => candidate.id === id);
    if (!known) throw fail('KEY_NOT_FOUND', { id });
    const question = `Revoke ${bold(known.name)} (${id})? Whoever uses it is locked out.`;
    if (!yes && !(await confirmed(context, question))) return 1;
    const key = await client.revokeKey({ params: { id } });
    if (json) out(JSON.stringify(key));
    else err(`Revoked ${bold(key.name)} (${key.id}).`);
    return 0;
  },
});
