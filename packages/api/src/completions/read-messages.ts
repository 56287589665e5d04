import { fail, type CompletionMessage } from '@patchbay/contracts';
import type { Exchange } from '@patchbay/core';

/** What a client wants: an answer to its last question, or what became of a run that waited when it asked before. */
export type Wish =
  | { readonly kind: 'resume'; readonly runId: string }
  | {
      readonly kind: 'ask';
      readonly input: string;
      readonly history: readonly Exchange[];
      /** What the client says to the model before anything else. */
      readonly instructions: string;
    };

/** Stands in what a client is told when its run waits, and comes back with the next request, since clients send all that was said. */
export function waitingMark(runId: string): string {
  return `[patchbay: run ${runId} is waiting]`;
}

const mark = /\[patchbay: run ([\w-]{1,64}) is waiting\]/;

interface Said {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

export function readMessages(messages: readonly CompletionMessage[]): Wish {
  const said = messages.flatMap((message): Said[] => {
    const { role } = message;
    return role === 'user' || role === 'assistant' ? [{ role, text: textOf(message) }] : [];
  });
  const last = said.at(-1);
  if (last?.role !== 'user' || last.text.trim() === '')
    throw fail('INPUT_INVALID', {
      problems: [{ path: 'messages', message: 'The last one must be of a user, and say something.' }],
    });
  const waiting = mark.exec(said.at(-2)?.role === 'assistant' ? (said.at(-2)?.text ?? '') : '');
  if (waiting) return { kind: 'resume', runId: waiting[1] ?? '' };
  const isForModel = ({ role }: CompletionMessage): boolean => role === 'system' || role === 'developer';
  const instructions = messages.filter(isForModel).map(textOf).join('\n\n').trim();
  return { kind: 'ask', input: last.text, history: toExchanges(said.slice(0, -1)), instructions };
}

/** A question keeps its place until it is answered: neither that it waits nor what was said then is an answer. */
function toExchanges(said: readonly Said[]): readonly Exchange[] {
  const exchanges: Exchange[] = [];
  let question = '';
  let isWaiting = false;
  for (const { role, text } of said) {
    if (role === 'user') {
      if (!isWaiting) question = text;
      continue;
    }
    isWaiting = mark.test(text);
    if (isWaiting || text.trim() === '' || question === '') continue;
    exchanges.push({ question, answer: text });
    question = '';
  }
  return exchanges;
}

function textOf({ content }: CompletionMessage): string {
  if (typeof content === 'string') return content;
  return (content ?? []).flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n');
}
