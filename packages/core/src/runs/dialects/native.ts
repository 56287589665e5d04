import { isHeldBack, textOfReply, type Message, type Reply } from '../model.ts';
import type { CallResult, Dialect, Turn, WantedCall } from './dialect.ts';
import { picturesOf, readable } from './pictures.ts';

/** Tools through the interface that the provider has for them, several at once. */
export const native: Dialect = {
  howTo: () => undefined,
  offers: (tools) => tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  stop: [],
  toMessages(entry, seesImages) {
    if (entry.kind === 'user') return [{ role: 'user', text: entry.text }];
    if (entry.kind === 'assistant')
      return [{ role: 'assistant', parts: [{ kind: 'text', text: entry.text }] }];
    const { reply, meant, results } = entry;
    const said: Message = { role: 'assistant', parts: reply.parts };
    if (meant.kind === 'malformed') return [...nonEmpty(said), { role: 'user', text: meant.correction }];
    return [...nonEmpty(said), ...tellResults(results, seesImages)];
  },
  read,
};

function read(reply: Reply, isLast: boolean): Turn {
  const calls = reply.parts.flatMap((part): WantedCall[] =>
    part.kind === 'call' ? [{ modelId: part.id, name: part.name, arguments: part.arguments }] : [],
  );
  const text = textOfReply(reply);
  if (calls.length > 0 && !isLast) return { kind: 'calls', calls };
  if (text.trim() !== '' || isLast || isHeldBack(reply)) return { kind: 'answer', text };
  return { kind: 'malformed', correction: 'Your reply was empty. Call a tool, or answer.' };
}

/** A message without anything in it is refused by some providers. */
function nonEmpty(said: Extract<Message, { role: 'assistant' }>): readonly Message[] {
  return said.parts.some((part) => part.kind === 'call' || part.text !== '') ? [said] : [];
}

/** Not every provider takes pictures as the answer of a tool, but all take them from the user. */
function tellResults(results: readonly CallResult[], seesImages: boolean): readonly Message[] {
  if (results.length === 0) return [];
  const answers = results.map(({ call, result }) => ({
    callId: call.modelId,
    name: call.name,
    text: readable(result),
    isError: result.isError === true,
  }));
  const images = seesImages ? results.flatMap(({ result }) => picturesOf(result)) : [];
  const told: Message = { role: 'tool', results: answers };
  if (images.length === 0) return [told];
  return [told, { role: 'user', text: 'The images in the results above, in their order:', images }];
}
