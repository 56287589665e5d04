import { fence, unfence } from './loose-text.ts';

/** A part of a reply in ReAct, under its label. `prose` stands before the first one. */
export interface Section {
  readonly label: 'prose' | 'thought' | 'action' | 'input' | 'observation' | 'answer';
  readonly text: string;
}

const labels: Readonly<Record<string, Section['label']>> = {
  thought: 'thought',
  action: 'action',
  actioninput: 'input',
  observation: 'observation',
  finalanswer: 'answer',
};

/** At the beginning of a line, perhaps as a heading, in a list, quoted, numbered or in bold. */
const atLineStart =
  /^[ \t]*(?:[>#*\-•][ \t]*){0,4}[*_]{0,2}(thought|action[ _-]?input|action|observation|final[ _-]?answer)(?:[ \t]+\d+)?[*_]{0,2}[ \t]*[:：][*_]{0,2}[ \t]*/gim;

/** Behind the end of a sentence. Looked for only where no line begins with one: prose has colons too. */
const inLine = /(?<=[.!?…][ \t]+)(action[ _-]?input|action|final[ _-]?answer)[ \t]*[:：][ \t]*/gi;

/** The labelled parts of a reply, in their order. What stands behind the first answer belongs to it, labels and all. */
export function findSections(reply: string): readonly Section[] {
  const text = strip(reply);
  const marks = findMarks(text);
  const before = text.slice(0, marks[0]?.start ?? text.length).trim();
  const sections = marks.map(({ label, end }, at): Section => {
    const until = label === 'answer' ? undefined : marks[at + 1]?.start;
    return { label, text: text.slice(end, until).trim() };
  });
  const last = sections.findIndex(({ label }) => label === 'answer');
  const counted = last < 0 ? sections : sections.slice(0, last + 1);
  return before === '' ? counted : [{ label: 'prose', text: before }, ...counted];
}

interface Mark {
  readonly label: Section['label'];
  readonly start: number;
  readonly end: number;
}

function findMarks(text: string): readonly Mark[] {
  const found = [...text.matchAll(atLineStart)].map(toMark);
  const hasPoint = found.some(({ label }) => label === 'action' || label === 'answer');
  if (hasPoint) return found;
  return [...found, ...[...text.matchAll(inLine)].map(toMark)].toSorted((a, b) => a.start - b.start);
}

function toMark(match: RegExpExecArray): Mark {
  const [whole, word = ''] = match;
  const label = labels[word.toLowerCase().replaceAll(/[ _-]/g, '')] ?? 'prose';
  return { label, start: match.index, end: match.index + whole.length };
}

/** Without what the model thought for itself, and without a fence around the whole. */
function strip(reply: string): string {
  const spoken = reply
    .replaceAll(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/gi, '')
    .replaceAll('\r\n', '\n');
  const isWhole =
    spoken.split(fence).length === 3 && spoken.trim().startsWith(fence) && spoken.trim().endsWith(fence);
  return isWhole ? unfence(spoken) : spoken;
}
