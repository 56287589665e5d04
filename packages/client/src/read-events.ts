export interface StreamedEvent {
  readonly id: string;
  readonly name: string;
  readonly data: string;
}

/** The server-sent events of an answer of the hub, one by one, until it ends. The hub writes data on one line. */
export async function* readEvents({ body }: Response): AsyncGenerator<StreamedEvent> {
  if (!body) return;
  let fields = new Map<string, string>();
  for await (const line of readLines(body)) {
    if (line !== '') {
      const at = line.indexOf(':');
      fields.set(line.slice(0, at), line.slice(at + 1).trimStart());
      continue;
    }
    const [id = '', name = 'message', data] = ['id', 'event', 'data'].map((field) => fields.get(field));
    if (data !== undefined) yield { id, name, data };
    fields = new Map();
  }
}

/** Whole lines only. A line may come in thousands of pieces, so they are joined once. */
async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  for await (const chunk of chunksOf(body)) {
    const lines = decoder.decode(chunk, { stream: true }).split('\n');
    for (const [at, piece] of lines.entries()) {
      pieces.push(piece);
      if (at === lines.length - 1) break; // not ended yet
      yield pieces.join('').replace(/\r$/, '');
      pieces = [];
    }
  }
}

/** By hand: not every browser can iterate a stream. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {}); // whoever stops reading lets the stream go
  }
}
