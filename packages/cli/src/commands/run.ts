import { fail } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand, type Context } from '../command.ts';
import { faint } from '../output.ts';
import { startAndFollow } from '../start-run.ts';

export const command = defineCommand({
  args: [['<words...>', 'the agent, if there are several, and what to do; - reads that from stdin']],
  flags: [
    ['--server <name>', 'use this server instead of those of the agent', 'repeats'],
    ['--conversation <id>', 'go on from the answer of an earlier run'],
    ['--detach', 'only print its id; `patchbay runs follow` shows it'],
  ],
  examples: [
    'patchbay run helper "What is the weather in Bern?"',
    'patchbay run "Which tests failed last night?" --server github',
    `patchbay run '/call files.read {"path": "notes.txt"}'`,
    'git diff | patchbay run reviewer -',
    'patchbay run helper "Tidy up the inbox" --detach',
  ],
  input: z.object({
    words: z.array(z.string()),
    server: z.array(z.string()).optional(),
    conversation: z.string().optional(),
    detach: z.boolean().default(false),
  }),

  async run(context, { words, server, conversation: conversationId, detach }) {
    const { hub, out, err, json, stopped } = context;
    const mcp = server && { servers: server.map((name) => ({ name })) };
    const body = { ...(await toTask(context, words)), conversationId, mcp };
    if (!detach) return (await startAndFollow(context, body, stopped())).exitCode;
    const started = await hub().startRun({ body });
    if (json) return (out(JSON.stringify(started)), 0);
    out(started.id);
    err(faint(`\`patchbay runs follow ${started.id.slice(0, 8)}\` shows what it does.`));
    return 0;
  },
});

async function toTask({ readInput }: Context, words: readonly string[]) {
  if (words.length > 2) throw invalid('Put what it is to do in quotes.');
  const agent = words.length === 2 ? words[0] : undefined;
  const task = words.at(-1) ?? '';
  const input = (task === '-' ? await readInput() : task).trim();
  if (input === '') throw invalid(task === '-' ? 'Nothing came from stdin.' : 'Say what it is to do.');
  return { agent, input };
}

function invalid(message: string) {
  return fail('INPUT_INVALID', { problems: [{ path: '<words...>', message }] });
}
