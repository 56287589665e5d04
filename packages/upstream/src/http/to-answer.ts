import { rpcCodes, type RpcAnswer } from '@patchbay/contracts';
import { isAboutMessage, isHopError, isSessionLost, type Failures, type Refusal } from '../classify.ts';
import { parseJson, readMessage } from '../rpc/message.ts';
import { header } from './exchange.ts';
import type { Reply } from './posted-request.ts';

/**
 * The answer in a reply. Modern servers put some of their answers into HTTP errors; those are answers too, unless
 * they complain about this hop. Throws for every other refusal.
 */
export function toAnswer(
  reply: Reply,
  failures: Failures,
  { id, hadSession }: { id: number; hadSession: boolean },
): RpcAnswer {
  const answer = reply.answer ?? answerInRefusal(toRefusal(reply, hadSession), id);
  if (answer === undefined) throw failures.status(toRefusal(reply, hadSession));
  if (answer.error !== undefined && isHopError(answer.error.code))
    throw failures.broke(`it refuses the request: ${answer.error.message}`, 'refused');
  return answer;
}

export function toRefusal({ status, headers, text }: Omit<Reply, 'answer'>, hadSession: boolean): Refusal {
  const retryAfter = header(headers, 'retry-after');
  return { status, text, hadSession, retryAfter, location: header(headers, 'location') };
}

/** An answer to this very request; or that the method is unknown, which cannot be about anything else. */
export function answerInRefusal(refusal: Refusal, id: number): RpcAnswer | undefined {
  if (!isAboutMessage(refusal.status) || isSessionLost(refusal)) return undefined;
  const message = readMessage(parseJson(refusal.text));
  if (message?.kind !== 'answer' || message.answer?.error === undefined) return undefined;
  const isUnknownMethod = message.answer.error.code === rpcCodes.methodNotFound;
  return message.id === id || isUnknownMethod ? message.answer : undefined;
}
