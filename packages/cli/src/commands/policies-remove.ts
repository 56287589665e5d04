import { fail, type PolicyView } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { confirmed } from '../confirm.ts';
import { describePolicy } from '../describe-policy.ts';

export const command = defineCommand({
  args: [
    ['<rule>', 'its id, as `policies list` shows it; or a server'],
    ['[tool]', 'with a server: the rule for this tool that has no conditions'],
  ],
  flags: [['-y, --yes', 'do not ask']],
  examples: ['patchbay policies remove c196e94448b56139', "patchbay policies remove filesystem 'write_*'"],
  input: z.object({ rule: z.string(), tool: z.string().optional(), yes: z.boolean().default(false) }),

  async run(context, { rule, tool, yes }) {
    const { hub, out, err, json } = context;
    const known = (await hub().listPolicies()).find((policy) => isMeant(policy, rule, tool));
    if (!known) throw fail('POLICY_NOT_FOUND', { id: tool === undefined ? rule : `${rule} ${tool}` });
    if (known.source === 'config') throw fail('POLICY_FROM_CONFIG', { id: known.id });
    const what = `rule ${known.id}: ${describePolicy(known)}`;
    const question = `Remove ${what}? ${consequences[known.policy]}`;
    if (!yes && !(await confirmed(context, question))) return 1;
    await hub().deletePolicy({ params: { id: known.id } });
    if (json) out(JSON.stringify({ removed: known.id }));
    else err(`Removed ${what}.`);
    return 0;
  },
});

const consequences = {
  ALWAYS_ALLOW: 'Somebody may be asked about these calls again.',
  ALWAYS_DENY: 'What it forbids becomes possible, if no other rule forbids it.',
  ASK_USER: 'Nobody may be asked about these calls any more.',
} as const;

function isMeant(policy: PolicyView, rule: string, tool: string | undefined): boolean {
  if (tool === undefined) return policy.id === rule;
  const isPlain =
    Object.keys(policy.arguments).length === 0 && policy.role === null && policy.principal === null;
  return isPlain && policy.serverId === rule && policy.toolName === tool && policy.source === 'api';
}
