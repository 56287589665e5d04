import { showLine } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { bold, good } from '../output.ts';

export const command = defineCommand({
  args: [['<name>', 'the name of the server, or its id; a command needs the permission exec']],
  examples: ['patchbay servers verify time'],
  input: z.object({ name: z.string() }),

  async run({ hub, out, err, json }, { name }) {
    const verified = await hub().verifyServer({ params: { name } });
    if (json) return (out(JSON.stringify(verified)), 0);
    const { serverId, serverVersion, protocolVersion, era, capabilities } = verified;
    const version = serverVersion ? ` It is version ${showLine(serverVersion)}.` : '';
    const offers = Object.entries(capabilities).flatMap(([word, has]) => (has ? [word] : []));
    err(`${bold(serverId)} ${good('answers')} as MCP ${protocolVersion} (${era}).${version}`);
    err(`It offers ${offers.join(', ') || 'nothing'}.`);
    return 0;
  },
});
