import type { ServerResponse } from 'node:http';
import type { Fault } from './faults.ts';

interface PlainAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Answers in the place of the server, if the fault is one of HTTP itself and its time has come. */
export function answerHttpFault(
  fault: Fault | undefined,
  response: ServerResponse,
  when: 'before' | 'after' = 'before',
): boolean {
  if (fault?.kind === 'status' && (fault.when ?? 'before') !== when) return false;
  const answer = fault && answerFor(fault);
  if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
  return answer !== undefined;
}

function answerFor(fault: Fault): PlainAnswer | undefined {
  if (fault.kind === 'html') return { status: 200, headers: { 'content-type': 'text/html' }, body: signIn };
  if (fault.kind === 'accepted') return { status: 202 };
  if (fault.kind === 'redirect') return { status: fault.status ?? 307, headers: { location: fault.to } };
  if (fault.kind !== 'status') return undefined;
  const { status, headers, body = '' } = fault;
  const isText = typeof body === 'string';
  const type = { 'content-type': isText ? 'text/plain' : 'application/json' };
  return { status, headers: { ...type, ...headers }, body: isText ? body : JSON.stringify(body) };
}

const signIn = '<!doctype html><title>Sign in</title><p>Please sign in.';
