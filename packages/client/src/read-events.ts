export interface StreamedEvent {
  readonly id: string;
  readonly name: string;
  readonly data: unknown;
}

/** The events of `/api/events`, one by one, until the stream ends. */
export async function* readEvents({ body }: Response): AsyncGenerator<StreamedEvent> {
  if (!body) return;
  let rest = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const blocks = `${rest}${chunk}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parseBlock(block);
      if (event) yield event;
    }
  }
}

/** Undefined for what only keeps the line open. */
function parseBlock(block: string): StreamedEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1).trimStart()] as const;
    }),
  );
  const [id = '', name, data] = [fields.get('id'), fields.get('event'), fields.get('data')];
  return name !== undefined && data !== undefined ? { id, name, data: JSON.parse(data) } : undefined;
}
