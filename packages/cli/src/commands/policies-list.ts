import { type PolicyView, showLine } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { conditionsOf, whoOf } from '../describe-policy.ts';
import { bad, faint, formatRelative, formatTable, good, warned, type Column } from '../output.ts';

export const command = defineCommand({
  examples: ['patchbay policies list', 'patchbay policies list --json'],
  input: z.object({}),

  async run({ hub, out, err, json, columns }) {
    const policies = await hub().listPolicies();
    if (json) return (out(JSON.stringify(policies)), 0);
    if (policies.length === 0) {
      err('There are no rules: calls are allowed, and somebody is asked about those of runs.');
      err('Set one: `patchbay policies set <server> <tool> ALWAYS_DENY`.');
      return 0;
    }
    out(formatTable(policies, tableColumns(Date.now()), columns));
    return 0;
  },
});

const paints = { ALWAYS_ALLOW: good, ALWAYS_DENY: bad, ASK_USER: warned } as const;

function tableColumns(now: number): Column<PolicyView>[] {
  return [
    { title: 'policy', value: ({ policy }) => policy, paint: (text, { policy }) => paints[policy](text) },
    { title: 'server', value: ({ serverId }) => showLine(serverId), shrinks: true },
    { title: 'tool', value: ({ toolName }) => showLine(toolName), shrinks: true },
    { title: 'where', value: conditionsOf, shrinks: true },
    { title: 'who', value: whoOf, shrinks: true },
    { title: 'ends', value: (policy) => endOf(policy, now) },
    { title: 'id', value: ({ id }) => id, paint: faint },
    { title: 'note', value: ({ note }) => showLine(note ?? ''), shrinks: true, paint: faint },
  ];
}

function endOf({ expiresAt, isExpired }: PolicyView, now: number): string {
  if (expiresAt === null) return 'never';
  return isExpired ? 'ended' : formatRelative(expiresAt, now);
}
