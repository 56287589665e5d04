import { z } from 'zod';
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  examples: ['patchbay metrics', 'patchbay metrics | grep patchbay_calls'],
  input: z.object({}),

  async run({ hub, out, json }) {
    const text = (await (await hub().metrics()).text()).trimEnd();
    out(json ? JSON.stringify({ metrics: text }) : text);
    return 0;
  },
});
