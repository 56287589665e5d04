import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { good } from '../output.ts';

export const command = defineCommand({
  examples: ['patchbay secrets rotate'],
  input: z.object({}),

  async run({ hub, out, err, json }) {
    const rotation = await hub().rotateSecrets();
    if (json) return (out(JSON.stringify(rotation)), 0);
    const { resealed, removedKeys, unreadable } = rotation;
    err(`${good('Done.')} Sealed again: ${String(resealed)}. Old keys destroyed: ${String(removedKeys)}.`);
    if (unreadable > 0)
      err(
        `Damaged and left as they are: ${String(unreadable)}. \`/health\` names the servers they belong to.`,
      );
    return 0;
  },
});
