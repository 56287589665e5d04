import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { describeModel, findModel } from '../describe-model.ts';

export const command = defineCommand({
  args: [['<name>', 'the name of the model']],
  examples: ['patchbay models show big'],
  input: z.object({ name: z.string() }),

  async run({ hub, out, json }, { name }) {
    const model = await findModel(hub(), name);
    out(json ? JSON.stringify(model) : describeModel(model));
    return 0;
  },
});
