/** A line of two texts laid side by side. `gap` stands for lines that are the same and far from any change. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added' | 'gap';
  readonly text: string;
}

/** Finding the shortest difference takes the product of both lengths; beyond this, all is told as changed. */
const maxProduct = 1_000_000;
const context = 3;

/** What must be taken out and put in to get from one text to the other, with some lines around. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  const start = sharedAtStart(old, fresh);
  const end = sharedAtEnd(old.slice(start), fresh.slice(start));
  const changed = between(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end));
  return withGaps([...same(old.slice(0, start)), ...changed, ...same(old.slice(old.length - end))]);
}

const same = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: 'same', text }));
const removed = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: 'removed', text }));
const added = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: 'added', text }));

function sharedAtStart(old: readonly string[], fresh: readonly string[]): number {
  const at = old.findIndex((line, index) => line !== fresh[index]);
  return at === -1 ? Math.min(old.length, fresh.length) : at;
}

function sharedAtEnd(old: readonly string[], fresh: readonly string[]): number {
  return sharedAtStart(old.toReversed(), fresh.toReversed());
}

function between(old: readonly string[], fresh: readonly string[]): DiffLine[] {
  if (old.length * fresh.length > maxProduct) return [...removed(old), ...added(fresh)];
  const shared = sharedLengths(old, fresh);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < fresh.length) {
    const kind = kindAt(shared, i, j);
    lines.push({ kind, text: (kind === 'added' ? fresh[j] : old[i]) ?? '' });
    if (kind !== 'added') i += 1;
    if (kind !== 'removed') j += 1;
  }
  return [...lines, ...removed(old.slice(i)), ...added(fresh.slice(j))];
}

/** Whichever way leads to more lines in common. */
function kindAt(shared: readonly Uint32Array[], i: number, j: number): 'same' | 'removed' | 'added' {
  const [here, below, beside] = [
    lengthAt(shared, i, j),
    lengthAt(shared, i + 1, j),
    lengthAt(shared, i, j + 1),
  ];
  if (here > below && here > beside) return 'same';
  return below >= beside ? 'removed' : 'added';
}

/** How many lines the rests of both have in common, from every place on. */
function sharedLengths(old: readonly string[], fresh: readonly string[]): readonly Uint32Array[] {
  const table = Array.from({ length: old.length + 1 }, () => new Uint32Array(fresh.length + 1));
  for (const [i, row] of [...table.entries()].toReversed())
    for (let j = fresh.length - 1; j >= 0; j -= 1)
      row[j] =
        old[i] === fresh[j]
          ? lengthAt(table, i + 1, j + 1) + 1
          : Math.max(lengthAt(table, i + 1, j), lengthAt(table, i, j + 1));
  return table;
}

function lengthAt(table: readonly Uint32Array[], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}

function withGaps(lines: readonly DiffLine[]): DiffLine[] {
  const near = new Set<number>();
  for (const [at, { kind }] of lines.entries())
    if (kind !== 'same') for (let off = -context; off <= context; off += 1) near.add(at + off);
  return lines.flatMap((line, at): DiffLine[] => {
    if (near.has(at)) return [line];
    return at === 0 || near.has(at - 1) ? [{ kind: 'gap', text: '' }] : [];
  });
}
