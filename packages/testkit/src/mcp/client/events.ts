/** The events of a stream, each with its name and its data. */
export async function* eventsOf(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly event: string; readonly data: string }> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data !== undefined) yield { event: /^event: (.*)$/m.exec(block)?.[1] ?? 'message', data };
    }
  }
}
