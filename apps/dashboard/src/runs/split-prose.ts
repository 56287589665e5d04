export type ProseBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly language: string; readonly text: string };

const fence = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;

interface Fence {
  readonly mark: string;
  readonly language: string;
}

/** Paragraphs, and code between fences. A fence that is still open holds all that follows. */
export function splitProse(text: string): readonly ProseBlock[] {
  const blocks: ProseBlock[] = [];
  let lines: string[] = [];
  let open: Fence | undefined;
  for (const line of text.split('\n')) {
    const found = readFence(line);
    const isEnd = found !== undefined && open !== undefined && closes(found, open);
    if (!found || (open && !isEnd)) {
      lines.push(line);
      continue;
    }
    blocks.push(...toBlocks(lines, open));
    lines = [];
    open = isEnd ? undefined : found;
  }
  return [...blocks, ...toBlocks(lines, open)];
}

function readFence(line: string): Fence | undefined {
  const [, mark, language = ''] = fence.exec(line) ?? [];
  return mark === undefined ? undefined : { mark, language: language.trim() };
}

function closes({ mark, language }: Fence, open: Fence): boolean {
  return mark.startsWith(open.mark) && language === '';
}

function toBlocks(lines: readonly string[], open: Fence | undefined): ProseBlock[] {
  const text = lines.join('\n');
  if (open) return [{ kind: 'code', language: open.language, text }];
  return paragraphs(text).map((part) => ({ kind: 'text', text: part }));
}

function paragraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .flatMap((part) => (part.trim() === '' ? [] : [part.replace(/^\n+|\s+$/g, '')]));
}
