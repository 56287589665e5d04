import { integer, type StderrLineView } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand, type Context } from '../command.ts';
import { followLines } from '../follow-stream.ts';
import { showStderrLine } from '../show-log.ts';

export const command = defineCommand({
  args: [['<name>', 'the name of the server, or its id']],
  flags: [
    ['-f, --follow', 'go on with what comes, until Ctrl-C'],
    ['--limit <count>', 'the last so many lines, up to 1000 (default: 200)'],
  ],
  examples: [
    'patchbay servers logs time',
    'patchbay servers logs time -f',
    'patchbay servers logs time --json | jq -r .[].text',
  ],
  input: z.object({
    name: z.string(),
    follow: z.boolean().default(false),
    limit: integer(1, 1_000).default(200),
  }),

  async run(context, { name, follow, limit }) {
    const { hub, out, err, json } = context;
    const client = hub();
    const lines = await client.serverStderr({ params: { name }, query: { limit } });
    if (json && !follow) return (out(JSON.stringify(lines)), 0);
    for (const line of lines) show(context, line);
    if (!follow) return (lines.length === 0 && err(nothing(name)), 0);
    const seen = lines.at(-1)?.id ?? 0;
    return followLines(
      context,
      (after) =>
        client.followServerStderr({ params: { name }, query: { after: String(Math.max(after, seen)) } }),
      ({ data }) => show(context, JSON.parse(data) as StderrLineView),
    );
  },
});

function show({ out, json }: Context, line: StderrLineView): void {
  out(json ? JSON.stringify(line) : showStderrLine(line));
}

function nothing(name: string): string {
  return `${name} has written nothing to standard error since the hub started; only programs that it starts do.`;
}
