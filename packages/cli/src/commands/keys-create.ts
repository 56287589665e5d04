import { permissions, roles } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { bold, good } from '../output.ts';
import { expiresFlag, toExpiry } from '../time-flag.ts';

export const command = defineCommand({
  args: [['<name>', 'what or whom the key is for']],
  flags: [
    ['--role <role>', `what it may be: ${roles.join(', ')}; may be repeated (default: operator)`, 'repeats'],
    ['--exec', 'let it define commands that the hub starts'],
    ['--mesh', 'let it register agents of the mesh; without --role, it may do nothing else'],
    ['--max-agents <n>', 'with --mesh: how many agents it may register (default: mesh.maxAgentsPerKey)'],
    expiresFlag,
  ],
  examples: [
    'patchbay keys create ci --role operator --expires 90d',
    'patchbay keys create ada --role admin --exec',
    'patchbay keys create weather-agents --mesh --max-agents 20 --expires 30d',
  ],
  input: z.object({
    name: z.string(),
    role: z.array(z.enum(roles)).optional(),
    exec: z.boolean().default(false),
    mesh: z.boolean().default(false),
    maxAgents: z.coerce.number().optional(),
    expires: z.string().optional(),
  }),

  async run({ hub, out, err, json }, { name, role, exec, mesh, maxAgents, expires }) {
    const expiresAt = expires === undefined ? undefined : toExpiry(expires);
    const created = await hub().createKey({
      body: {
        name,
        roles: role ?? (mesh ? [] : ['operator']),
        permissions: permissions.filter((permission) => ({ exec, mesh })[permission]),
        ...(maxAgents !== undefined && { maxAgents }),
        ...(expiresAt && { expiresAt }),
      },
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
