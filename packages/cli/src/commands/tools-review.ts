import type { PinsView } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { describeReview, toReview } from '../describe-review.ts';
import { count, faint, good } from '../output.ts';

export const command = defineCommand({
  args: [['[server]', 'only the tools of this server']],
  examples: ['patchbay tools review', 'patchbay tools review github'],
  input: z.object({ server: z.string().optional() }),

  async run({ hub, out, err, json }, { server }) {
    const names = server === undefined ? (await hub().listServers()).map(({ name }) => name) : [server];
    const all: PinsView[] = [];
    for (const name of names) all.push(await hub().serverPins({ params: { name } }));
    if (json) return (out(JSON.stringify(all)), 0);
    const open = all
      .map((pins) => ({ ...pins, tools: toReview(pins) }))
      .filter(({ tools }) => tools.length > 0);
    const amount = open.reduce((sum, { tools }) => sum + tools.length, 0);
    if (amount === 0) return (err(good('Every tool is as it was accepted.')), 0);
    const texts = open.flatMap(({ serverId, tools }) => tools.map((tool) => describeReview(serverId, tool)));
    out(texts.join('\n\n'));
    err(faint(`\n${count(amount, 'tool')} to look at. \`patchbay tools accept <server.tool>\` accepts one,`));
    err(faint('`patchbay tools accept --all <server>` all of a server, as they are now.'));
    return 0;
  },
});
