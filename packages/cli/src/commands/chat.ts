import { PatchbayError } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand, type Context } from '../command.ts';
import { bad, bold, faint } from '../output.ts';
import { startAndFollow } from '../start-run.ts';

export const command = defineCommand({
  args: [['[agent]', 'which one, if there are several']],
  flags: [['--conversation <id>', 'go on from the answer of an earlier run']],
  examples: ['patchbay chat', 'patchbay chat helper', 'echo "/call time.now {}" | patchbay chat'],
  input: z.object({ agent: z.string().optional(), conversation: z.string().optional() }),

  async run(context, { agent, conversation }) {
    const isWatched = context.isInteractive && !context.json;
    if (isWatched)
      context.err(faint(`Talks to ${agent ?? 'the only agent there is'}. /help says what else there is.`));
    const talk: Talk = { agent, conversationId: conversation, exitCode: 0, isStopped: false };
    await converse(context, talk);
    if (isWatched && talk.conversationId !== undefined) context.err(faint(howToGoOn(talk)));
    return context.isInteractive ? 0 : talk.exitCode;
  },
});

const help = [
  '/call server.tool {…}  calls a tool, without a model',
  '/new                   begins another conversation',
  '/agent name            asks another agent',
  '/exit                  ends; so does Ctrl-C at an empty line',
  'Ctrl-C stops an answer, the arrow keys bring earlier lines back.',
].join('\n');

/** Where a conversation is. */
interface Talk {
  agent: string | undefined;
  conversationId: string | undefined;
  exitCode: number;
  isStopped: boolean;
}

async function* linesOf({ isInteractive, askLine, lines, err }: Context): AsyncGenerator<string> {
  if (!isInteractive) return yield* lines();
  const before: string[] = [];
  for (;;) {
    err('');
    const line = await askLine(bold('> '), before);
    if (line === undefined) return;
    yield line;
  }
}

async function converse(context: Context, talk: Talk): Promise<void> {
  for await (const line of linesOf(context)) {
    const text = line.trim();
    if (text === '/exit' || text === '/quit') return;
    if (text !== '') await answer(context, talk, text);
    if (talk.isStopped) return;
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

async function answer(context: Context, talk: Talk, text: string): Promise<void> {
  const [, word = '', rest = ''] = /^\/(\w+)\s*(.*)$/s.exec(text) ?? [];
  if (word === '' || word === 'call') return ask(context, talk, text);
  const slash = Object.hasOwn(slashes, word) ? slashes[word] : undefined;
  context.err(faint(slash ? slash(talk, rest) : help));
}

/** A question that fails does not end the conversation. */
async function ask(context: Context, talk: Talk, input: string): Promise<void> {
  const { hub, err } = context;
  const { agent, conversationId } = talk;
  const { stopped, release } = context.stoppable();
  try {
    const { id, status, exitCode } = await startAndFollow(context, { agent, conversationId, input }, stopped);
    talk.exitCode = exitCode;
    talk.isStopped = status === 'stopped' && isForAll(context, await stopped);
    if (status === 'SUCCEEDED') talk.conversationId = (await hub().getRun({ params: { id } })).conversationId;
  } catch (error) {
    if (!PatchbayError.is(error) || error.code === 'UNAUTHENTICATED') throw error;
    err(`${bad('Error:')} ${error.message}\n${faint(error.fix)}`);
    talk.exitCode = 1;
  } finally {
    release();
  }
}

/** Ctrl-C at the keyboard is for the question alone; from a pipe, and whatever else ends programs, it is for all. */
function isForAll({ isInteractive }: Context, signal: string): boolean {
  return !isInteractive || signal !== 'SIGINT';
}
