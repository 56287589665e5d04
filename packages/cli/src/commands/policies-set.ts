import { fail, policyKinds, roles } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { describePolicy } from '../describe-policy.ts';
import { faint, good, warned } from '../output.ts';
import { toPolicyKind } from '../policy-kind.ts';
import { expiresFlag, toExpiry } from '../time-flag.ts';

export const command = defineCommand({
  args: [
    ['<server>', 'the name of a server; * and ? stand for any characters and for one'],
    ['<tool>', 'the name of a tool, in the same way'],
    ['<policy>', `${policyKinds.join(', ')}; or allow, deny, ask`],
  ],
  flags: [
    ['--arg <path=pattern>', 'only where this argument has a value like this; may be repeated', 'each'],
    ['--role <role>', `only for this role: ${roles.join(', ')}`],
    ['--principal <id>', 'only for this one, such as key:c196e94448b56139'],
    expiresFlag,
    ['--note <text>', 'why; shown to those who are refused or asked'],
  ],
  examples: [
    "patchbay policies set filesystem 'write_*' ASK_USER",
    "patchbay policies set filesystem '*' ALWAYS_DENY --arg 'path=/etc/*' --note 'Nobody needs these.'",
    "patchbay policies set github create_issue ALWAYS_ALLOW --arg 'owner=my-org' --expires 7d",
  ],
  input: z.object({
    server: z.string(),
    tool: z.string(),
    policy: z.string().transform(toPolicyKind),
    arg: z.array(z.string().transform(toCondition)).default([]),
    role: z.enum(roles).optional(),
    principal: z.string().optional(),
    expires: z.string().optional(),
    note: z.string().optional(),
  }),

  async run({ hub, out, err, json }, { server, tool, policy, arg, role, principal, expires, note }) {
    const twice = arg.find(([path], at) => arg.some(([other], before) => other === path && before < at));
    if (twice) throw invalid('--arg', `${twice[0]} is given twice; one pattern is enough for one argument.`);
    const set = await hub().putPolicy({
      body: {
        serverId: server,
        toolName: tool,
        policy,
        arguments: Object.fromEntries(arg),
        role: role ?? null,
        principal: principal ?? null,
        expiresAt: expires === undefined ? null : toExpiry(expires),
        note: note ?? null,
      },
    });
    if (json) return (out(JSON.stringify(set)), 0);
    err(`${good('Set')} ${describePolicy(set)}${set.expiresAt === null ? '' : `, until ${set.expiresAt}`}.`);
    if (set.warning !== undefined) err(warned(set.warning));
    err(faint(`\`patchbay policies remove ${set.id}\` removes it.`));
    return 0;
  },
});

function toCondition(text: string, context: z.RefinementCtx): [path: string, pattern: string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  context.addIssue(`"${text}" is not path=pattern.`);
  return z.NEVER;
}

function invalid(path: string, message: string) {
  return fail('INPUT_INVALID', { problems: [{ path, message }] });
}
