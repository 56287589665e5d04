import type { JsonObject } from '@patchbay/contracts';
import type { Fault } from './faults.ts';

/** Where the answer of one request goes, and the ways in which a transport can break it. */
export interface Wire {
  /** Whole messages in this order; nothing comes after them. */
  readonly answer: (texts: readonly string[]) => void;
  /** Begins to say it and breaks off. */
  readonly cut: (text: string, how: 'destroy' | 'end' | undefined) => void;
  /** The request was cancelled, so there is nothing to say. */
  readonly nothing: () => void;
  readonly crash: () => void;
  /** Done when somebody has read it all. */
  readonly floodStderr: (megabytes: number) => Promise<void>;
}

const good = { kind: 'none' } as const;

export interface Misbehaving {
  readonly fault: Fault | typeof good | undefined;
  readonly wire: Wire;
  readonly wait: (ms: number) => Promise<void>;
  /** Does what was asked. No message is an answer that nobody waits for any more. */
  readonly run: () => Promise<JsonObject | undefined>;
}

/** Answers a request as the fault wants it. */
export async function answerWith({ fault = good, wire, wait, run }: Misbehaving): Promise<void> {
  if (fault.kind === 'crash' && fault.when === 'before') return wire.crash();
  if (fault.kind === 'delay') await wait(fault.ms);
  if (fault.kind === 'stderr') await wire.floodStderr(fault.megabytes);
  const message = await run();
  if (fault.kind === 'crash') return wire.crash();
  if (fault.kind === 'silence') return;
  if (!message) return wire.nothing();
  if (fault.kind === 'cut') return wire.cut(JSON.stringify(message), fault.how);
  wire.answer(textsOf(message, fault));
}

const shapes: Readonly<Record<string, (text: string, message: JsonObject) => string[]>> = {
  'wrong-id': (_text, message) => [JSON.stringify({ ...message, id: 'nobody-asked' })],
  duplicate: (text) => [text, text],
  batch: (text) => [`[${text}]`],
  malformed: (text) => [text.slice(0, -1)],
  noise: (text) => ['This line is not JSON.', text],
};

function textsOf(message: JsonObject, fault: Fault | typeof good): string[] {
  if (fault.kind === 'huge') return [JSON.stringify(padded(message, fault.megabytes))];
  const text = JSON.stringify(message);
  return shapes[fault.kind]?.(text, message) ?? [text];
}

function padded(message: JsonObject, megabytes: number): JsonObject {
  const padding = 'x'.repeat(megabytes * 1_048_576);
  const { result, error } = message as { result?: JsonObject; error?: JsonObject }; // an answer has one of them
  if (!result) return { ...message, error: { ...error, data: padding } };
  const meta = result['_meta'] as JsonObject | undefined; // MCP has no other kind of _meta
  return { ...message, result: { ...result, _meta: { ...meta, padding } } };
}
