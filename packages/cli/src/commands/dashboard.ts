import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { locate } from '../connection.ts';
import { bold, faint, formatRelative } from '../output.ts';

export const command = defineCommand({
  examples: ['patchbay dashboard', 'open "$(patchbay dashboard --json | jq -r .url)"'],
  input: z.object({}),

  async run(context) {
    const { hub, out, err, json } = context;
    const { path, expiresAt } = await hub().createSignInLink();
    const url = `${locate(context).url.replace(/\/+$/, '')}${path}`;
    out(json ? JSON.stringify({ url, expiresAt }) : bold(url));
    const when = formatRelative(expiresAt, Date.now());
    if (!json) err(faint(`It works once, for whoever opens it, and expires ${when}.`));
    return 0;
  },
});
