/** A line beyond this is no message that a hub would take. */
const maxLineBytes = 16 * 1024 * 1024;

/**
 * The lines of a stream, without their ends. Only a line feed ends one: JSON may hold every other character that
 * some call a line break. Each byte is looked at once, however the chunks fall. A line that is too long is empty.
 */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let length = 0;
  const take = (): string => {
    const line = length > maxLineBytes ? '' : Buffer.concat(parts).toString();
    parts = [];
    length = 0;
    return line;
  };
  const add = (part: Buffer): void => {
    length += part.length;
    if (length > maxLineBytes) parts = [];
    else parts.push(part);
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      add(chunk.subarray(from, at));
      from = at + 1;
      yield take();
    }
    add(chunk.subarray(from));
  }
  if (length > 0) yield take();
}
