import type { ErrorCode } from '@patchbay/contracts';

/** Of a text that is not kept: enough to recognise it, and its size. */
export interface Print {
  readonly digest: string;
  readonly bytes: number;
}

/** Port. SHA-256 of a text in UTF-8, and how many bytes that is. */
export type TakePrint = (text: string) => Print;

/** `ok`, `tool-error` when the tool said that it failed, or why there is no answer. */
export type CallOutcome = 'ok' | 'tool-error' | ErrorCode;

/** What is known of a call before it is sent. */
export interface CallFacts {
  readonly principalName: string;
  readonly toolDigest: string | null;
  readonly policy: string | null;
  readonly decision: string | null;
  readonly approval: string | null;
  readonly args: Print | null;
  /** Of the trace that it belongs to. */
  readonly traceId: string | null;
}

/** One call or one refusal; or a gap, which stands for calls that could not be written down. */
export interface AuditEntry extends CallFacts {
  /** That of the call. */
  readonly id: string;
  /** When it was asked for: ISO 8601, since the very text is part of what is hashed. */
  readonly at: string;
  readonly principal: string;
  readonly via: string;
  /** Null where nobody knows which server was meant. */
  readonly server: string | null;
  readonly tool: string;
  readonly result: Print | null;
  readonly outcome: CallOutcome | 'gap';
  readonly latencyMs: number;
  /** How often it was sent. */
  readonly attempts: number;
  /** How many calls a gap stands for. */
  readonly missing: number;
  /** Whether arguments and result were kept too. */
  readonly hasValues: boolean;
}

/** What went in and came out, masked; kept only where somebody switched that on. */
export interface AuditValues {
  readonly arguments: string | null;
  readonly result: string | null;
}

/** An entry in its place in the chain. */
export interface AuditRow extends AuditEntry {
  readonly seq: number;
  readonly prevHash: string;
  readonly hash: string;
}
