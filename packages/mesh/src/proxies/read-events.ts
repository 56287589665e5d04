/** The data of each server-sent event, as it comes. Nothing larger than `maxChars` is put together. */
export async function* readEvents(
  chunks: AsyncIterable<Uint8Array>,
  maxChars: number,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    if (rest.length > maxChars)
      throw new RangeError(`an event is longer than ${String(maxChars)} characters.`);
    // A lone CR at the end may be the first half of CRLF, so it waits for what follows.
    const events = rest.replaceAll(/\r\n|\r(?!$)/g, '\n').split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = dataOf(event);
      if (data !== '') yield data;
    }
  }
}

function dataOf(event: string): string {
  return event
    .split('\n')
    .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).replace(/^ /, '')] : []))
    .join('\n');
}
