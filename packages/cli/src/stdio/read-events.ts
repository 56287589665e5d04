/** The data of each event of a stream, as it comes. The hub writes each message on one line. */
export async function* readEvents({ body }: Response): AsyncGenerator<string> {
  if (!body) return;
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  for await (const chunk of body) {
    const lines = decoder.decode(chunk, { stream: true }).split('\n');
    for (const [at, piece] of lines.entries()) {
      pieces.push(piece);
      if (at === lines.length - 1) break; // not ended yet
      const line = pieces.join('');
      pieces = [];
      if (line.startsWith('data: ')) yield line.slice('data: '.length).replace(/\r$/, '');
    }
  }
}
