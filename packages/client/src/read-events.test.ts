import { describe, expect, it } from 'vitest';
import { readEvents, type StreamedEvent } from './read-events.ts';

/** A stream that comes in these pieces, cut anywhere. */
async function read(text: string, ...cuts: readonly number[]): Promise<StreamedEvent[]> {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const [at, from] of [0, ...cuts].entries()) controller.enqueue(bytes.slice(from, cuts[at]));
      controller.close();
    },
  });
  const events: StreamedEvent[] = [];
  for await (const event of readEvents(new Response(body))) events.push(event);
  return events;
}

describe('the events of a stream', () => {
  it('come one by one, however the stream is cut', async () => {
    const text = 'id: 1\nevent: a.b\ndata: {"x":"é"}\n\n: still here\n\nid: 2\nevent: c.d\ndata: {}\n\n';
    const both = [
      { id: '1', name: 'a.b', data: '{"x":"é"}' },
      { id: '2', name: 'c.d', data: '{}' },
    ];
    for (const cut of text.split('').keys()) expect(await read(text, cut)).toEqual(both);
  });

  it('do not have one that was not finished', async () => {
    expect(await read('id: 1\nevent: a.b\ndata: {}')).toEqual([]);
  });
});
