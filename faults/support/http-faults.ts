import type { ErrorCode } from '@patchbay/contracts';
import type { Fault, HttpFixtureOptions } from '@patchbay/testkit/mcp';

/** One way in which a call over HTTP goes wrong, and what that means by the rules. */
export interface HttpTrouble {
  /** Absent: nobody listens while the call is made the first time. */
  readonly fault?: Fault;
  readonly answers?: HttpFixtureOptions['answers'];
  /** How far the request had come; `denied` is about credentials, which repeating does not mend. */
  readonly phase: 'refused' | 'unknown' | 'answered' | 'timeout' | 'denied';
  /** Whether the tool ran at the first attempt. */
  readonly ran: boolean;
  /** What the first attempt ends as, if it is neither repeated nor covered by something that says more. */
  readonly code: ErrorCode;
  /** How many requests the first attempt makes. */
  readonly requests?: number;
  /** The second attempt must not come sooner. */
  readonly notBeforeMs?: number;
}

const lost = { phase: 'unknown', code: 'MCP_CONNECTION_FAILED' } as const;
const broke = { phase: 'unknown', code: 'MCP_PROTOCOL_ERROR' } as const;
const refused = { phase: 'refused', ran: false, code: 'MCP_CONNECTION_FAILED' } as const;
const denied = { phase: 'denied', ran: false, code: 'MCP_AUTHENTICATION_FAILED' } as const;
const fine = { phase: 'answered', ran: true, code: 'UNEXPECTED' } as const;

const status = (code: number, when: 'before' | 'after' = 'before'): Fault => ({
  kind: 'status',
  status: code,
  when,
});

/** `elsewhere` is another origin, which must never hear of the call. */
export function httpTroubles(elsewhere: string): Readonly<Record<string, HttpTrouble>> {
  return {
    'nobody listens': { ...refused, requests: 0 },
    'reset before it ran': { ...lost, ran: false, fault: { kind: 'crash', when: 'before' } },
    'reset after it ran': { ...lost, ran: true, fault: { kind: 'crash', when: 'after' } },
    'JSON cut by a reset': { ...lost, ran: true, answers: 'json', fault: { kind: 'cut', how: 'destroy' } },
    'JSON cut by an end': { ...broke, ran: true, answers: 'json', fault: { kind: 'cut', how: 'end' } },
    'stream cut by a reset': { ...lost, ran: true, answers: 'sse', fault: { kind: 'cut', how: 'destroy' } },
    'stream cut by an end': { ...lost, ran: true, answers: 'sse', fault: { kind: 'cut', how: 'end' } },
    'no answer': { phase: 'timeout', ran: true, code: 'MCP_TIMEOUT', fault: { kind: 'silence' } },
    'answer to another request': { ...broke, ran: true, fault: { kind: 'wrong-id' } },
    'answer twice': { ...fine, answers: 'sse', fault: { kind: 'duplicate' } },
    'answer in a batch': { ...fine, fault: { kind: 'batch' } },
    'noise before the answer': { ...fine, answers: 'sse', fault: { kind: 'noise' } },
    'malformed JSON': { ...broke, ran: true, answers: 'json', fault: { kind: 'malformed' } },
    'a page for people': { ...broke, ran: false, fault: { kind: 'html' } },
    'compressed garbage': {
      ...broke,
      ran: false,
      fault: { kind: 'status', status: 200, headers: { 'content-encoding': 'gzip' }, body: 'garbage' },
    },
    '202': { ...broke, ran: false, fault: { kind: 'accepted' } },
    '204': { ...broke, ran: false, fault: status(204) },
    '307 to another origin': { ...refused, fault: { kind: 'redirect', to: elsewhere } },
    '307 in a circle': { ...refused, requests: 4, fault: { kind: 'redirect', to: '/mcp', times: 4 } },
    '400': { ...refused, code: 'MCP_PROTOCOL_ERROR', fault: status(400) },
    '401': { ...denied, fault: status(401) },
    '403': { ...denied, fault: status(403) },
    '404': { ...refused, fault: status(404) },
    '429': { ...refused, fault: status(429) },
    '500 before it ran': { ...lost, ran: false, fault: status(500) },
    '500 after it ran': { ...lost, ran: true, fault: status(500, 'after') },
    '502 after it ran': { ...lost, ran: true, fault: status(502, 'after') },
    '503': { ...lost, ran: false, fault: status(503) },
    '503 with Retry-After': {
      ...refused,
      notBeforeMs: 1_000,
      fault: { kind: 'status', status: 503, headers: { 'retry-after': '1' } },
    },
    '504': { ...lost, ran: false, fault: status(504) },
    'an answer of 65 MiB': { ...broke, ran: true, fault: { kind: 'huge', megabytes: 65 } },
  };
}
