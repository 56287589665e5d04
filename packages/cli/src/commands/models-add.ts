import { fail } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { modelFlags, modelInput, toModelBody } from '../model-flags.ts';
import { bold, faint, good } from '../output.ts';

export const command = defineCommand({
  args: [['<name>', 'what agents call it']],
  flags: [
    ...modelFlags,
    ['--replace', 'take the place of one of this name; its key and headers stay if none are given'],
  ],
  examples: [
    'patchbay models add big --provider anthropic --model claude-sonnet-4-5 --key-env ANTHROPIC_API_KEY',
    'patchbay models add local --provider openai-compatible --base-url http://127.0.0.1:11434/v1 --model qwen3 --no-key',
    'patchbay models add big --replace --provider anthropic --model claude-sonnet-4-5 --no-key --sees-images --price-input 3 --price-output 15',
    'pass show openai | patchbay models add gpt --provider openai --model gpt-5 --key-stdin',
    'patchbay models add demo --script demo.yaml',
  ],
  input: modelInput.extend({ name: z.string(), replace: z.boolean().default(false) }),

  async run(context, { name, replace, ...flags }) {
    const { hub, out, err, json } = context;
    const known = await hub().listModels();
    if (!replace && known.some((model) => model.name === name))
      throw fail('ENTRY_EXISTS', { kind: 'model', name });
    const added = await hub().putModel({ params: { name }, body: await toModelBody(flags, context) });
    if (json) return (out(JSON.stringify(added)), 0);
    err(`${good(replace ? 'Set' : 'Added')} ${bold(name)}${added.hasApiKey ? ', with its key' : ''}.`);
    err(faint(`\`patchbay models test ${name}\` asks it for a word.`));
    return 0;
  },
});
