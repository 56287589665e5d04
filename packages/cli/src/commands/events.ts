import { eventNames, integer, showLine, type EventView } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand, type Context } from '../command.ts';
import { followLines } from '../follow-stream.ts';
import { faint } from '../output.ts';

export const command = defineCommand({
  flags: [
    ['-f, --follow', 'go on with what comes, until Ctrl-C'],
    ['--server <name>', 'only of this server'],
    ['--limit <count>', 'the last so many, up to 500 (default: 50)'],
  ],
  examples: [
    'patchbay events',
    'patchbay events -f --server time',
    'patchbay events -f --json | jq -c .data',
  ],
  input: z.object({
    follow: z.boolean().default(false),
    server: z.string().optional(),
    limit: integer(1, 500).default(50),
  }),

  async run(context, { follow, server: serverId, limit }) {
    const { hub, out, err, json } = context;
    const client = hub();
    const recent = (await client.recentEvents({ query: { limit, serverId } })).toReversed();
    if (json && !follow) return (out(JSON.stringify(recent)), 0);
    for (const event of recent) show(context, event);
    if (!follow) return (recent.length === 0 && err('Nothing has happened.'), 0);
    const seen = recent.at(-1)?.id ?? 0;
    return followLines(
      context,
      (after) => client.events({ query: { after: String(Math.max(after, seen)) } }),
      ({ id, name, data }) => {
        const { at, ...rest } = JSON.parse(data) as { at: string } & EventView['data'];
        if (serverId === undefined || rest['serverId'] === serverId)
          show(context, { id: Number(id), name, at, data: rest });
      },
    );
  },
});

const widest = Math.max(...eventNames.map((name) => name.length));

/** `2026-11-20 10:15:02  server.status-changed  serverId=time status=FAILED`. */
function show({ out, json }: Context, event: EventView): void {
  if (json) return out(JSON.stringify(event));
  const { at, name, data } = event;
  const fields = Object.entries(data)
    .filter(([, value]) => value !== null)
    .map(
      ([key, value]) =>
        `${faint(`${key}=`)}${showLine(typeof value === 'string' ? value : JSON.stringify(value))}`,
    );
  out(`${faint(at.slice(0, 19).replace('T', ' '))}  ${name.padEnd(widest)}  ${fields.join(' ')}`);
}
