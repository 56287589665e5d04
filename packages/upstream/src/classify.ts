import { fail, isJsonObject, PatchbayError, reasonOf, rpcCodes, type CallPhase } from '@patchbay/contracts';
import { parseJson, readMessage } from './rpc/message.ts';

/** An HTTP answer that is not a success. `text` is the beginning of its body. */
export interface Refusal {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | undefined;
  readonly location: string | undefined;
  /** Whether the request belonged to a session. */
  readonly hadSession: boolean;
}

export type Failures = ReturnType<typeof createFailures>;

/**
 * The only place that says what a failure is and how far the request had come. `unknown` means that it may have
 * run, so whatever is not proven to have stayed here, or to have been turned away, is `unknown`.
 */
export function createFailures(serverId: string) {
  const failed = (reason: string, phase: CallPhase, cause?: unknown): PatchbayError =>
    fail('MCP_CONNECTION_FAILED', { serverId, reason, phase }, cause);
  const broke = (reason: string, phase: CallPhase = 'unknown'): PatchbayError =>
    fail('MCP_PROTOCOL_ERROR', { serverId, reason, phase });
  return {
    broke,
    notSent: (reason: string, cause?: unknown): PatchbayError => failed(reason, 'not-sent', cause),
    refused: (reason: string): PatchbayError => failed(reason, 'refused'),
    lost: (reason: string, cause?: unknown): PatchbayError => failed(reason, 'unknown', cause),
    cancelled: (): PatchbayError => fail('CALL_CANCELLED', {}),
    timedOut: (afterMs: number, wasSent: boolean): PatchbayError =>
      fail('MCP_TIMEOUT', { serverId, afterMs, phase: wasSent ? 'unknown' : 'not-sent' }),
    /** An error of the socket or of TLS. Before the request was handed to an open connection, nothing left. */
    network: (error: unknown, wasSent: boolean): PatchbayError =>
      failed(explainNetwork(error), wasSent ? 'unknown' : 'not-sent', error),
    status(refusal: Refusal): PatchbayError {
      const { status } = refusal;
      const reason = explainStatus(refusal);
      if (status === 401 || status === 403)
        return fail('MCP_AUTHENTICATION_FAILED', { serverId, phase: 'refused' });
      if (isRefusedStatus(refusal))
        return fail('MCP_CONNECTION_FAILED', {
          serverId,
          reason,
          phase: 'refused',
          retryAfterMs: toMs(refusal.retryAfter),
          isSessionLost: isSessionLost(refusal),
        });
      if (status >= 500 || status === 408) return failed(reason, 'unknown');
      return broke(reason, 'refused');
    },
  };
}

/** The same failure, seen by someone who only wanted a connection: nothing of theirs was on the way yet. */
export function whileOpening(error: PatchbayError, timeoutMs: number): PatchbayError {
  const { cause } = error;
  if (PatchbayError.is(error, 'MCP_TIMEOUT'))
    return fail('MCP_TIMEOUT', { ...error.data, afterMs: timeoutMs, phase: 'not-sent' }, cause);
  if (PatchbayError.is(error, 'MCP_CONNECTION_FAILED') && error.data.phase === 'unknown')
    return fail('MCP_CONNECTION_FAILED', { ...error.data, phase: 'not-sent' }, cause);
  if (PatchbayError.is(error, 'MCP_PROTOCOL_ERROR') && error.data.phase === 'unknown')
    return fail('MCP_PROTOCOL_ERROR', { ...error.data, phase: 'not-sent' }, cause);
  return error;
}

/** 404 says so by the book; some servers answer 400 and say it in words, but not as an answer to the request. */
export function isSessionLost({ status, text, hadSession }: Refusal): boolean {
  if (!hadSession || status !== 400) return hadSession && status === 404;
  const message = readMessage(parseJson(text));
  return /\bsession\b/i.test(text) && (message?.kind !== 'answer' || message.id === null);
}

/** Only a 4xx that is neither about access nor about load says something about the message. */
export function isAboutMessage(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
}

/** Moved, too busy, or not there: turned away before anybody looked at the request. */
function isRefusedStatus(refusal: Refusal): boolean {
  const { status, retryAfter } = refusal;
  if (isSessionLost(refusal)) return true;
  return status < 400 || status === 404 || status === 429 || (status === 503 && retryAfter !== undefined);
}

/** Seconds, or a date. Undefined for what is neither. */
function toMs(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined;
  const seconds = Number(retryAfter);
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1_000;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function explainStatus(refusal: Refusal): string {
  const { status, retryAfter, location } = refusal;
  if (isSessionLost(refusal)) return `it no longer knows our session (HTTP ${String(status)})`;
  if (status < 400)
    return `it answers HTTP ${String(status)} to ${location?.split('?', 1)[0] ?? 'nowhere'}, which is not followed`;
  const later = retryAfter === undefined ? '' : `, and asks to come back after ${retryAfter}`;
  const said = sentenceOf(refusal.text);
  return `it answered HTTP ${String(status)}${said === '' ? '' : `: ${said}`}${later}`;
}

/** What a refusal says in its body, if that is JSON-RPC; pages made for people are left out. */
function sentenceOf(text: string): string {
  const body = parseJson(text);
  const message = readMessage(body);
  if (message?.kind === 'answer') return message.answer?.error?.message.slice(0, 500) ?? '';
  return isJsonObject(body) && typeof body['error'] === 'string' ? body['error'].slice(0, 500) : '';
}

/** Errors about this hop: the server turned the request away before it looked at what it asks. */
export function isHopError(code: number): boolean {
  return code === rpcCodes.headerMismatch || code === rpcCodes.unsupportedVersion;
}

const networkReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at its address',
  ENOTFOUND: 'its host name is not known',
  EAI_AGAIN: 'its host name cannot be looked up now',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  ETIMEDOUT: 'its host does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'its host does not answer',
  UND_ERR_DESTROYED: 'the hub closed the connection',
  UND_ERR_SOCKET: 'it closed the connection',
  ECONNRESET: 'it reset the connection',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an authority that is not known here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an authority that is not known here',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};

function explainNetwork(error: unknown): string {
  const code = codeOf(error);
  const known = networkReasons[code];
  return known === undefined ? reasonOf(error) : `${known} (${code})`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
