import { faint, good, bad } from './output.ts';

const around = 2;

/** What differs between two texts, line by line, with a little of what stays around it. */
export function showChange(before: string, after: string): string {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < Math.min(old.length, fresh.length) && old[start] === fresh[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, fresh.length) - start;
  while (end < most && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1;
  const same = (lines: readonly string[]): string[] => lines.map((line) => faint(`  ${line}`));
  return [
    ...(start > around ? [faint('  …')] : []),
    ...same(old.slice(Math.max(0, start - around), start)),
    ...old.slice(start, old.length - end).map((line) => bad(`- ${line}`)),
    ...fresh.slice(start, fresh.length - end).map((line) => good(`+ ${line}`)),
    ...same(old.slice(old.length - end, old.length - end + around)),
    ...(end > around ? [faint('  …')] : []),
  ].join('\n');
}

function linesOf(text: string): string[] {
  const trimmed = text.trimEnd();
  return trimmed === '' ? [] : trimmed.split('\n');
}
