import { fail, PatchbayError, toErrorBody } from '@patchbay/contracts';
import type { Connection } from './connection.ts';
import { failed, notUnderstood } from './exit-codes.ts';
import { bad, faint } from './output.ts';
import type { Session } from './session.ts';

/** Says what went wrong and what to do. Returns the exit code. */
export function reportError(
  error: unknown,
  { terminal: { err, environment }, json, connection }: Session,
): number {
  const known = PatchbayError.is(error) ? error : fail('UNEXPECTED', {}, error);
  const usage = known.code === 'INPUT_INVALID';
  if (json) err(JSON.stringify(toErrorBody(known, new Date())));
  else err([`${bad('Error:')} ${describe(known)}`, ...hintsOf(known, connection).map(faint)].join('\n'));
  if (!PatchbayError.is(error)) err(describeUnexpected(error, environment['PATCHBAY_LOG_LEVEL'] === 'debug'));
  return usage ? notUnderstood : failed;
}

export function usageAsJson(text: string): string {
  const message = text
    .replace(/^error: /, '')
    .trim()
    .replaceAll('\n', ' ');
  return JSON.stringify(
    toErrorBody(fail('INPUT_INVALID', { problems: [{ path: '', message }] }), new Date()),
  );
}

/** Several problems stand below each other. */
function describe({ message }: PatchbayError): string {
  const lines = message.split('\n');
  return lines.length === 1
    ? message
    : [`${String(lines.length)} problems.`, ...lines.map((line) => `  ${line}`)].join('\n');
}

function hintsOf(error: PatchbayError, connection: Connection | undefined): string[] {
  if (error.code === 'INPUT_INVALID' || error.code === 'CONFIG_INVALID' || error.code === 'UNEXPECTED')
    return [];
  if (error.code === 'UNAUTHENTICATED' && connection) return [connection.asked];
  return [error.fix];
}

function describeUnexpected(error: unknown, inFull: boolean): string {
  const cause = error instanceof Error ? error : new Error(String(error));
  return inFull ? (cause.stack ?? cause.message) : `${cause.message} (PATCHBAY_LOG_LEVEL=debug shows where)`;
}
