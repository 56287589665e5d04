import { isJsonObject, type Json } from '@patchbay/contracts';
import type { Turn } from './dialect.ts';
import { firstObject, unfence } from './loose-text.ts';
import { findSections, type Section } from './react-sections.ts';

/**
 * What a model meant by text that was to be ReAct. Whatever comes first counts, an action or the answer: what stands
 * behind an action was written without its result.
 */
export function readReact(text: string, isLast: boolean): Turn {
  const sections = findSections(text);
  const first = sections.find(({ label }) => label === 'action' || label === 'answer');
  if (isLast) return { kind: 'answer', text: lastWords(sections, text) };
  if (first?.label === 'answer') return readAnswer(first);
  if (first) return readAction(first, sections[sections.indexOf(first) + 1]);
  return readBlob(text) ?? malformed(complaint(sections));
}

function readAnswer({ text }: Section): Turn {
  return text === '' ? malformed('"Final Answer:" has nothing behind it.') : { kind: 'answer', text };
}

function readAction({ text }: Section, next: Section | undefined): Turn {
  const written = unquote(unfence(text));
  const blob = readBlob(written);
  if (blob) return blob;
  if (
    /^(?:none|n\/a|nothing|no(?: action)?(?: (?:is )?(?:needed|required|necessary))?)?[.!]?$/i.test(written)
  )
    return malformed(
      '"Action:" names no tool. Name one, or leave the action out and write "Final Answer:" with the answer.',
    );
  const input = next?.label === 'input' ? firstObject(unfence(next.text)) : undefined;
  const { name, rest } = splitAction(written);
  if (name === undefined)
    return malformed(`"Action:" must have the name of one tool and nothing else, not "${excerpt(written)}".`);
  return call(name, input ?? rest);
}

/** `tool`, `tool({…})`, `tool {…}` and `tool[…]`: the name, and what stands behind it. */
function splitAction(written: string): { readonly name: string | undefined; readonly rest: string } {
  const [, name, rest = ''] = /^["'`*]*([\w.-]+)["'`*]*(?:\s*([\s\S]*))?$/.exec(written) ?? [];
  const behind = rest.trim().replace(/[.;]$/, '');
  if (name === undefined || behind === '') return { name, rest: '' };
  const [, inner] = /^\(([\s\S]*)\)$/.exec(behind) ?? [];
  if (inner !== undefined) return { name, rest: inner.trim() };
  const [, input] =
    /^(?:(?:with |action )?input|(?:with )?arguments)\s*[:=]?\s*([\s\S]*)$/i.exec(behind) ?? [];
  if (input !== undefined) return { name, rest: input };
  return /^[{[]/.test(behind) ? { name, rest: behind } : { name: undefined, rest: '' };
}

const nameKeys = ['action', 'tool', 'tool_name', 'name', 'function'];
const inputKeys = ['action_input', 'input', 'arguments', 'args', 'parameters', 'tool_input'];

/** The whole thing as one object, as other dialects have it. */
function readBlob(text: string): Turn | undefined {
  const value = parseObject(unfence(text));
  if (!value) return undefined;
  const answer = value['final_answer'] ?? value['answer'];
  if (typeof answer === 'string' && answer.trim() !== '') return { kind: 'answer', text: answer.trim() };
  const nameKey = nameKeys.find((key) => typeof value[key] === 'string');
  if (nameKey === undefined) return undefined;
  const input = inputKeys.map((key) => value[key]).find((given) => given !== undefined);
  const name = toText(value[nameKey]).trim();
  if (/^final[ _]?answer$/i.test(name)) return { kind: 'answer', text: toText(input) };
  return call(name, toText(input));
}

function parseObject(text: string): Readonly<Record<string, Json | undefined>> | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function toText(input: Json | undefined): string {
  if (input === undefined || input === null) return '';
  return typeof input === 'string' ? input : JSON.stringify(input);
}

function call(name: string, input: string): Turn {
  return { kind: 'calls', calls: [{ modelId: '', name, arguments: input.trim() }] };
}

function complaint(sections: readonly Section[]): string {
  const has = (label: Section['label']): boolean => sections.some((section) => section.label === label);
  if (sections.length === 0) return 'Your reply was empty.';
  if (has('input')) return '"Action Input:" has no "Action:" with the name of a tool before it.';
  if (has('observation')) return 'You wrote an observation yourself. Observations come from tools only.';
  if (has('thought')) return 'A thought alone does nothing.';
  return 'Your reply has neither "Action:" nor "Final Answer:" at the beginning of a line.';
}

const howTo =
  'Write either "Action:" with the name of one tool and "Action Input:" with a JSON object, or "Final Answer:" with the answer.';

function malformed(what: string): Turn {
  return { kind: 'malformed', correction: `${what} ${howTo}` };
}

/** Where there is no other turn: what was meant as the answer, or whatever was said. */
function lastWords(sections: readonly Section[], text: string): string {
  const answer = sections.find(({ label, text: words }) => label === 'answer' && words !== '');
  const thoughts = sections.filter(({ label }) => label === 'thought' || label === 'prose');
  return (
    answer?.text ??
    (thoughts
      .map((section) => section.text)
      .join('\n\n')
      .trim() ||
      text.trim())
  );
}

function unquote(text: string): string {
  const [, , inner] = /^(["'`]|\*\*)([\s\S]*)\1$/.exec(text) ?? [];
  return (inner ?? text).trim();
}

function excerpt(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
