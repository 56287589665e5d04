import { PatchbayError } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand, type Context } from '../command.ts';
import { bad, faint } from '../output.ts';
import { startAndFollow } from '../start-run.ts';

export const command = defineCommand({
  args: [['[agent]', 'which one, if there are several']],
  flags: [['--conversation <id>', 'go on from the answer of an earlier run']],
  examples: ['patchbay chat', 'patchbay chat helper', 'echo "/call time.now {}" | patchbay chat'],
  input: z.object({ agent: z.string().optional(), conversation: z.string().optional() }),

  async run(context, { agent, conversation }) {
    const isWatched = context.isInteractive && !context.json;
    if (isWatched) context.err(faint(help));
    const talk: Talk = { agent, conversationId: conversation, exitCode: 0 };
    await converse(context, talk);
    if (isWatched && talk.conversationId !== undefined) context.err(faint(howToGoOn(talk)));
    return context.isInteractive ? 0 : talk.exitCode;
  },
});

const cancelled = 3;

const help =
  '/call server.tool {…} calls a tool, /new begins a new conversation, /agent name asks another, /exit ends.';

/** Where a conversation is. */
interface Talk {
  agent: string | undefined;
  conversationId: string | undefined;
  exitCode: number;
}

interface Line {
  readonly text: string;
  readonly stopping: Promise<unknown>;
}

async function* linesOf({ isInteractive, askLine, lines }: Context): AsyncGenerator<string> {
  if (!isInteractive) return yield* lines();
  for (let line = await askLine('> '); line !== undefined; line = await askLine('> ')) yield line;
}

async function converse(context: Context, talk: Talk): Promise<void> {
  const stopping = context.stopped();
  for await (const line of linesOf(context)) {
    const text = line.trim();
    if (text === '/exit' || text === '/quit') return;
    if (text !== '') await answer(context, talk, { text, stopping });
    if (talk.exitCode === cancelled) return;
  }
}

function howToGoOn({ agent, conversationId }: Talk): string {
  const words = [
    'patchbay chat',
    ...(agent === undefined ? [] : [agent]),
    `--conversation ${conversationId ?? ''}`,
  ];
  return `\`${words.join(' ')}\` goes on.`;
}

/** What a word behind a slash does; every other line is for the agent. */
const slashes: Readonly<Record<string, (talk: Talk, rest: string) => string>> = {
  new(talk) {
    talk.conversationId = undefined;
    return 'A new conversation.';
  },
  agent(talk, rest) {
    talk.agent = rest.trim() || undefined;
    return `Asks ${talk.agent ?? 'the only agent there is'} from now on.`;
  },
};

async function answer(context: Context, talk: Talk, { text, stopping }: Line): Promise<void> {
  const [, word = '', rest = ''] = /^\/(\w+)\s*(.*)$/s.exec(text) ?? [];
  if (word === '' || word === 'call') return ask(context, talk, { text, stopping });
  const slash = Object.hasOwn(slashes, word) ? slashes[word] : undefined;
  context.err(faint(slash ? slash(talk, rest) : help));
}

/** A question that fails does not end the conversation. */
async function ask(context: Context, talk: Talk, { text: input, stopping }: Line): Promise<void> {
  const { hub, err } = context;
  const { agent, conversationId } = talk;
  try {
    const { id, status, exitCode } = await startAndFollow(
      context,
      { agent, conversationId, input },
      stopping,
    );
    talk.exitCode = exitCode;
    if (status === 'SUCCEEDED') talk.conversationId = (await hub().getRun({ params: { id } })).conversationId;
  } catch (error) {
    if (!PatchbayError.is(error) || error.code === 'UNAUTHENTICATED') throw error;
    err(`${bad('Error:')} ${error.message}\n${faint(error.fix)}`);
    talk.exitCode = 1;
  }
}
