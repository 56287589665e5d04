import { showLine, showProse } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { bad, bold, faint, good } from '../output.ts';

export const command = defineCommand({
  args: [['<name>', 'the name of the model']],
  examples: ['patchbay models test big'],
  input: z.object({ name: z.string() }),

  async run({ hub, out, err, json, waitsFor }, { name }) {
    waitsFor(`Asking ${name}`);
    const tested = await hub()
      .testModel({ params: { name } })
      .finally(() => waitsFor(undefined));
    const exitCode = tested.ok ? 0 : 1;
    if (json) return (out(JSON.stringify(tested)), exitCode);
    if (!tested.ok) {
      err(`${bad('Failed')} ${bold(name)}: ${showProse(tested.error ?? 'it does not say why.')}`);
      err(faint(`\`patchbay models add ${name} --replace …\` sets it anew.`));
      return exitCode;
    }
    err(`${good('Ready')} ${bold(name)}, in ${String(Math.round(tested.latencyMs))} ms.`);
    out(showLine(tested.text ?? ''));
    return exitCode;
  },
});
