import { callFaces, type PolicyVerdict, roles, showLine, showProse } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { describePolicy } from '../describe-policy.ts';
import { bad, bold, count, faint, good, warned } from '../output.ts';
import { wrap } from '../show-text.ts';
import { parseArguments } from '../tool-arguments.ts';

export const command = defineCommand({
  args: [
    ['<tool>', 'server.tool; there need not be such a tool yet'],
    ['[arguments...]', 'one JSON object, or key=value; key:=json takes the value as JSON'],
  ],
  flags: [
    ['--via <face>', `by which face the call comes: ${callFaces.join(', ')} (default: mcp)`],
    ['--role <role>', 'as somebody with this role'],
    ['--principal <id>', 'as this one, such as key:c196e94448b56139'],
  ],
  examples: [
    'patchbay policies test filesystem.write_file path=/etc/passwd',
    'patchbay policies test github.create_issue --via run',
    'patchbay policies test github.create_issue --principal key:c196e94448b56139',
  ],
  input: z.object({
    tool: z.string(),
    arguments: z.array(z.string()).default([]),
    via: z.enum(callFaces).default('mcp'),
    role: z.enum(roles).optional(),
    principal: z.string().optional(),
  }),

  async run({ hub, out, err, json, columns }, { tool, arguments: words, via, role, principal }) {
    const args = parseArguments(words, {}) as Record<string, z.core.util.JSONType>; // it was JSON or text
    const verdict = await hub().testPolicies({
      body: {
        toolName: tool,
        arguments: { ...args },
        via,
        role: role ?? null,
        principal: principal ?? null,
      },
    });
    if (json) return (out(JSON.stringify(verdict)), 0);
    out(describe(verdict, columns));
    if (!verdict.isKnown) err(warned(`\nThere is no tool ${verdict.serverId}.${verdict.toolName} now.`));
    return 0;
  },
});

const paints = { allow: good, deny: bad, ask: warned } as const;
const indent = '  ';

function describe(verdict: PolicyVerdict, columns: number): string {
  const { decision, reason, serverId, toolName, as, considered, others, wouldChange } = verdict;
  const who = `as ${as.principal} (${as.roles.join(', ') || 'no role'}), by ${as.via}`;
  const more = others === 0 ? [] : [faint(`${indent}${count(others, 'rule')} about other tools.`)];
  const bullet = (text: string): string =>
    wrap(showProse(text), columns - 4)
      .map((line, at) => `${indent}${at === 0 ? '- ' : indent}${line}`)
      .join('\n');
  return [
    `${bold(paints[decision](decision))}  ${showLine(`${serverId}.${toolName}`)}  ${faint(who)}`,
    ...wrap(showProse(reason), columns),
    '',
    faint('RULES ABOUT IT'),
    ...(considered.length === 0 ? [`${indent}none`] : considered.map((one) => bullet(describeRule(one)))),
    ...more,
    '',
    faint('WHAT WOULD CHANGE IT'),
    ...wouldChange.map(bullet),
  ].join('\n');
}

function describeRule({ policy, why }: PolicyVerdict['considered'][number]): string {
  return `${policy.id}: ${describePolicy(policy)}. ${why}`;
}
