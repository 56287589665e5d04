import type { ScriptedReply } from '@patchbay/contracts';
import type { ScriptedRequest } from '@patchbay/core';

/** How one provider is spoken with. `B` is what it is sent, as far as the fixture looks at it. */
export interface Wire<B> {
  /** What a client takes as the path of its base URL. */
  readonly root: string;
  readonly keyHeader: string;
  /** Whether a header says when to come again. */
  readonly hasRetryHeader: boolean;
  /** Whether something is answered at this address. */
  readonly isAt: (url: string) => boolean;
  /** Why the provider itself would refuse the request. */
  readonly complaint: (body: B, headers: Readonly<Record<string, unknown>>) => string | undefined;
  readonly look: (body: B) => ScriptedRequest;
  /** The reply in one piece, where the request asks for that. */
  readonly whole: (reply: ScriptedReply, body: B) => object | undefined;
  /** The reply as server-sent events. */
  readonly events: (reply: ScriptedReply, body: B) => Iterable<string>;
  /** How a reply begins that does not come to its end. */
  readonly beginning: (text: string, body: B) => Iterable<string>;
  readonly error: (status: number, message: string) => object;
  readonly errorEvent: (status: number, message: string) => string;
}

export function inPieces(text: string, pieces: number): readonly string[] {
  const size = Math.max(1, Math.ceil(text.length / pieces));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
}

export function writtenArguments({ arguments: args }: ScriptedReply['call'][number]): string {
  return typeof args === 'string' ? args : JSON.stringify(args);
}
