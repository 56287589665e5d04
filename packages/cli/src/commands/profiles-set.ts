import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { bold, good } from '../output.ts';
import { assertGiven, profileFlags, profileInput, toProfileBody } from '../profile-flags.ts';

export const command = defineCommand({
  args: [['<name>', 'the name of the profile']],
  flags: profileFlags,
  examples: [
    'patchbay profiles set backend --server github,postgres,sentry',
    'patchbay profiles set backend --rename github.create_issue=file_bug',
    "patchbay profiles set backend --rule 'ask github merge_*' --rule 'deny postgres drop_*'",
    "patchbay profiles set backend --deny ''",
  ],
  input: profileInput.extend({ name: z.string() }),

  async run({ hub, out, err, json }, { name, ...flags }) {
    const before = await hub().getProfile({ params: { name } });
    const body = toProfileBody(flags, before);
    assertGiven(body);
    const { revision } = before;
    const after = await hub().putProfile({
      params: { name },
      body: { ...body, ...(revision !== null && { revision }) },
    });
    if (json) return (out(JSON.stringify(after)), 0);
    const { tools } = await hub().profileTools({ params: { name } });
    err(`${good('Changed')} ${bold(name)}: ${String(tools.length)} tools for you now.`);
    return 0;
  },
});
