import { integer, logLevels, type LogLineView } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand, type Context } from '../command.ts';
import { followLines } from '../follow-stream.ts';
import { showLogLine } from '../show-log.ts';
import { toMoment } from '../time-flag.ts';

export const command = defineCommand({
  flags: [
    ['-f, --follow', 'go on with what comes, until Ctrl-C'],
    ['--level <level>', `${logLevels.join(', ')}: this and what is worse (default: all that the hub logs)`],
    ['--since <when>', 'a time such as 2026-11-20T10:00:00Z, or before now: 10m, 2h'],
    ['--limit <count>', 'the last so many, up to 1000 (default: 200)'],
  ],
  examples: [
    'patchbay logs',
    'patchbay logs -f --level warn',
    'patchbay logs --since 10m --json | jq .[].event',
    'patchbay logs -f --json | jq -c .fields',
  ],
  input: z.object({
    follow: z.boolean().default(false),
    level: z.enum(logLevels).optional(),
    since: z.string().optional(),
    limit: integer(1, 1_000).default(200),
  }),

  async run(context, { follow, since, ...others }) {
    const { hub, out, err, json } = context;
    const client = hub();
    const query = { ...others, since: since === undefined ? undefined : toMoment('--since', since) };
    const lines = await client.recentLogs({ query });
    if (json && !follow) return (out(JSON.stringify(lines)), 0);
    for (const line of lines) out(json ? JSON.stringify(line) : showLogLine(line));
    if (!follow) return (lines.length === 0 && err('The hub has logged nothing of that.'), 0);
    const seen = lines.at(-1)?.id ?? 0;
    const { level } = query;
    return followLines(
      context,
      (after) => client.followLogs({ query: { level, after: String(Math.max(after, seen)) } }),
      ({ data }) => show(context, JSON.parse(data) as LogLineView),
    );
  },
});

function show({ out, json }: Context, line: LogLineView): void {
  out(json ? JSON.stringify(line) : showLogLine(line));
}
