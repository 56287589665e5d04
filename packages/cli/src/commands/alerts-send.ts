import { fail } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { bold, faint, good } from '../output.ts';
import { readText } from '../read-text.ts';

export const command = defineCommand({
  args: [
    ['<type>', 'which kind of alert; the configuration says which agent looks at it'],
    ['<data>', 'what happened, as JSON or as text; - reads it from stdin'],
  ],
  flags: [['--runbook <file>', 'what to do about such alerts']],
  examples: [
    `patchbay alerts send disk '{"host": "db1", "free": "2%"}'`,
    'journalctl -n 50 | patchbay alerts send service-down - --runbook runbooks/service-down.md',
  ],
  input: z.object({ type: z.string(), data: z.string(), runbook: z.string().optional() }),

  async run(context, { type, data, runbook }) {
    const { hub, out, err, json, readInput } = context;
    const text = data === '-' ? (await readInput()).trim() : data;
    if (text === '')
      throw fail('INPUT_INVALID', { problems: [{ path: '<data>', message: 'Say what happened.' }] });
    const book = runbook === undefined ? {} : { runbook: readText('--runbook', runbook) };
    const run = await hub().sendAlert({ body: { type, data: parse(text), ...book } });
    if (json) return (out(JSON.stringify(run)), 0);
    err(`${good('Sent')}. ${bold(run.agent)} looks at it.`);
    out(run.id);
    err(faint(`\`patchbay runs follow ${run.id.slice(0, 8)}\` shows what it does.`));
    return 0;
  },
});

/** What is no JSON is a text. */
function parse(text: string) {
  try {
    return z.json().parse(JSON.parse(text));
  } catch {
    return text;
  }
}
