import { fail, parseDuration, roles } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { bold, good } from '../output.ts';

export const keysCreate = defineCommand({
  name: 'keys create',
  summary: 'Create a key and show it, this once.',
  args: [['<name>', 'what or whom the key is for']],
  flags: [
    ['--role <role>', `what it may be: ${roles.join(', ')}; may be repeated (default: operator)`, 'repeats'],
    ['--exec', 'let it define commands that the hub starts'],
    ['--expires <when>', 'a time such as 2027-01-31T00:00:00Z, or from now: 12h, 30d'],
  ],
  examples: [
    'patchbay keys create ci --role operator --expires 90d',
    'patchbay keys create ada --role admin --exec',
  ],
  input: z.object({
    name: z.string(),
    role: z.array(z.enum(roles)).default(['operator']),
    exec: z.boolean().default(false),
    expires: z.string().optional(),
  }),

  async run({ hub, out, err, json }, { name, role, exec, expires }) {
    const expiresAt = expires === undefined ? undefined : toTime(expires);
    const created = await hub().createKey({
      body: { name, roles: role, permissions: exec ? ['exec'] : [], ...(expiresAt && { expiresAt }) },
    });
    if (json) return (out(JSON.stringify(created)), 0);
    const until = created.expiresAt ? `, until ${created.expiresAt}` : '';
    err(
      `${good('Created')} ${bold(created.name)} (${[...created.roles, ...created.permissions].join(', ')}${until}).`,
    );
    err('This is the only time the key is shown:\n');
    out(created.key);
    return 0;
  },
});

const furthest = Date.parse('9999-12-31T00:00:00Z');
const timeSchema = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

function toTime(text: string): string {
  const ms = /^\d+$/.test(text) ? undefined : parseDuration(text);
  const time = ms === undefined ? Date.parse(timeSchema.safeParse(text).data ?? '') : Date.now() + ms;
  if (time > Date.now() && time < furthest) return new Date(time).toISOString();
  const message = `"${text}" is not a time${time < furthest ? ' in the future' : ''}. Write 30d, 12h or 2027-01-31T00:00:00Z.`;
  throw fail('INPUT_INVALID', { problems: [{ path: '--expires', message }] });
}
