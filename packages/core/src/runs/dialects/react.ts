import { isHeldBack, textOfReply, type Message } from '../model.ts';
import { spokenName } from '../find-run-tool.ts';
import type { CallResult, Dialect } from './dialect.ts';
import { picturesOf, readable } from './pictures.ts';
import { readReact } from './read-react.ts';

/** Tools in plain text, for models whose provider has no interface for them: one call at a time. */
export const react: Dialect = {
  howTo(tools) {
    const list = tools.map(
      (tool) =>
        `- **${spokenName(tool)}**: ${tool.description}\n  Input: ${JSON.stringify(tool.inputSchema)}`,
    );
    return list.length === 0 ? answerOnly : `## Tools\n\n${list.join('\n')}\n\n${howToUse}`;
  },
  offers: () => [],
  stop: ['\nObservation:'],
  toMessages(entry, seesImages) {
    if (entry.kind === 'user') return [{ role: 'user', text: entry.text }];
    if (entry.kind === 'assistant') return [said(`Final Answer: ${entry.text}`)];
    const { reply, meant, results } = entry;
    const spoken = said(textOfReply(reply).trim() || '(nothing)');
    if (meant.kind === 'malformed')
      return [spoken, { role: 'user', text: `Observation: ${meant.correction}` }];
    return [spoken, ...observe(results, seesImages)];
  },
  read: (reply, isLast) => readReact(textOfReply(reply), isLast || isHeldBack(reply)),
};

const said = (text: string): Message => ({ role: 'assistant', parts: [{ kind: 'text', text }] });

function observe(results: readonly CallResult[], seesImages: boolean): readonly Message[] {
  return results.map(({ result }): Message => {
    const images = seesImages ? picturesOf(result) : [];
    const text = `Observation: ${result.isError === true ? 'Error: ' : ''}${readable(result)}`;
    return { role: 'user', text, ...(images.length > 0 && { images }) };
  });
}

const answerOnly = `## How to answer

You have no tools. Write:

Final Answer: the answer`;

const howToUse = `## How to answer

Write exactly one of these two forms, with nothing before or after it.

To use a tool:

Thought: what you want to find out, and why
Action: the name of one tool, as it is written above
Action Input: its arguments, as one JSON object

Then stop. The next message has the result and begins with "Observation:". Never write an observation yourself.

When you can answer:

Thought: why you can answer now
Final Answer: the answer`;
