import { type RunView, showProse } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { findRunId } from '../find-run.ts';
import { bold, count, faint, formatFields } from '../output.ts';

export const command = defineCommand({
  args: [['<id>', 'as `runs list` shows it; the beginning is enough']],
  examples: ['patchbay runs show 3f2a', 'patchbay runs show 3f2a --json | jq -r .answer'],
  input: z.object({ id: z.string() }),

  async run({ hub, out, err, json }, { id }) {
    const run = await hub().getRun({ params: { id: await findRunId(hub(), id) } });
    if (json) return (out(JSON.stringify(run)), 0);
    out(describe(run));
    for (const approval of run.waitsFor)
      err(faint(`It waits: patchbay approvals approve ${approval.slice(0, 8)}`));
    err(faint(`\`patchbay runs follow ${run.id.slice(0, 8)}\` shows every step.`));
    return 0;
  },
});

function describe(run: RunView): string {
  const { usage, cost, reason, answer, error } = run;
  const sums = [
    count(run.turns, 'turn'),
    count(run.toolCalls, 'tool call'),
    `${String(usage.inputTokens)} tokens read, ${String(usage.outputTokens)} written`,
    ...(cost > 0 ? [`cost ${cost.toFixed(4)}`] : []),
  ];
  const fields: (readonly [string, string | null])[] = [
    ['status', reason === null ? run.status : `${run.status} (${reason})`],
    ['agent', `${run.agent}, with ${run.model}`],
    ['asked by', run.principal],
    ['asked at', run.createdAt],
    ['ended at', run.endedAt],
    ['conversation', run.conversationId],
    ['used', sums.join(', ')],
    ['input', showProse(run.input)],
    ['answer', answer === null ? null : showProse(answer)],
    ['error', error === null ? null : showProse(error)],
  ];
  const shown = fields.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return `${bold(run.id)}\n${formatFields(shown)}`;
}
