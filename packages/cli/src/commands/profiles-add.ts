import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { bold, faint, good } from '../output.ts';
import { profileFlags, profileInput, toProfileBody } from '../profile-flags.ts';

export const command = defineCommand({
  args: [['<name>', 'what to call it; the last part of its address']],
  flags: profileFlags,
  examples: [
    "patchbay profiles add backend --server github,postgres --deny '*.delete_*'",
    'patchbay profiles add files --server filesystem --naming bare',
    "patchbay profiles add everything --search --pin 'github.search_*'",
  ],
  input: profileInput.extend({ name: z.string() }),

  async run({ hub, out, err, json }, { name, ...flags }) {
    const added = await hub().createProfile({ body: { name, ...toProfileBody(flags) } });
    if (json) return (out(JSON.stringify(added)), 0);
    const { tools } = await hub().profileTools({ params: { name } });
    err(`${good('Added')} ${bold(name)}, with ${String(tools.length)} tools for you now.`);
    err(faint(`MCP clients find it at ${added.path}, or by \`patchbay stdio --profile ${name}\`.`));
    return 0;
  },
});
