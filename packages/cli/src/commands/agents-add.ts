import { fail } from '@patchbay/contracts';
import { z } from 'zod';
import { agentFlags, agentInput, toAgentBody } from '../agent-flags.ts';
import { defineCommand } from '../command.ts';
import { bold, faint, good, warned } from '../output.ts';

export const command = defineCommand({
  args: [['<name>', 'letters, digits, - and _']],
  flags: [...agentFlags, ['--replace', 'take the place of one of this name']],
  examples: [
    'patchbay agents add helper --model big',
    'patchbay agents add oncall --model big --instructions-file oncall.md --server kubernetes,grafana --isolated',
    'patchbay agents add reader --model local --dialect react --tool files.read --approval deny',
  ],
  input: agentInput.extend({ name: z.string(), replace: z.boolean().default(false) }),

  async run({ hub, out, err, json }, { name, replace, ...flags }) {
    const body = toAgentBody(flags);
    const known = await hub().listAgents();
    if (!replace && known.some((agent) => agent.name === name))
      throw fail('ENTRY_EXISTS', { kind: 'agent', name });
    const added = await hub().putAgent({ params: { name }, body });
    if (json) return (out(JSON.stringify(added)), 0);
    err(`${good(replace ? 'Set' : 'Added')} ${bold(name)}.`);
    const models = await hub().listModels();
    if (!models.some((model) => model.name === added.model))
      err(warned(`There is no model "${added.model}" yet; \`patchbay models add ${added.model}\` adds it.`));
    err(
      faint(`\`patchbay chat ${name}\` talks to it, \`patchbay run ${name} "…"\` gives it something to do.`),
    );
    return 0;
  },
});
