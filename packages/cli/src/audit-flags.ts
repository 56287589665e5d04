import { z } from 'zod';
import type { Flag } from './command.ts';
import { toMoment } from './time-flag.ts';

export const auditFlags: readonly Flag[] = [
  ['--from <time>', 'calls from then on: 2026-01-31T12:00:00Z, 2026-01-31, or how long ago: 24h, 7d'],
  ['--to <time>', 'calls before then'],
  ['--call <id>', 'one call'],
  ['--principal <id>', 'of one caller, such as key:ab12'],
  ['--server <name>', 'to one server'],
  ['--tool <name>', 'of one tool, by the name that its server has for it'],
  ['--outcome <outcome>', 'ok, tool-error, an error code such as CALL_DENIED, or gap'],
  ['--via <face>', 'that came in by rest, mcp, library, run or mesh'],
  ['--decision <decision>', 'that the rules let through (allow), refused (deny) or asked about (ask)'],
  ['--approval <id>', 'that one approval was for'],
  ['--trace <id>', 'of one trace'],
  ['--values', 'also arguments and results, where they are kept; for admins'],
];

export const auditFilterSchema = z.object({
  from: z.string().optional(),
  to: z.string().optional(),
  call: z.string().optional(),
  principal: z.string().optional(),
  server: z.string().optional(),
  tool: z.string().optional(),
  outcome: z.string().optional(),
  via: z.enum(['rest', 'mcp', 'library', 'run', 'mesh', 'hub']).optional(),
  decision: z.enum(['allow', 'deny', 'ask']).optional(),
  approval: z.string().optional(),
  trace: z.string().optional(),
  values: z.boolean().default(false),
});

/** As the hub wants it: every time as a moment. */
export function toAuditQuery({ from, to, values, ...others }: z.output<typeof auditFilterSchema>) {
  return {
    ...others,
    ...(values && { values }),
    ...(from !== undefined && { from: toMoment('--from', from) }),
    ...(to !== undefined && { to: toMoment('--to', to) }),
  };
}
