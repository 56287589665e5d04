import type { Json } from '@patchbay/contracts';
import type { CallRecord } from '../calls/stages/audit.ts';
import type { AuditEntry, AuditValues, TakePrint } from './audit-entry.ts';
import { toPlain, type DescribeCall } from './describe-call.ts';

export interface AuditItem {
  readonly entry: AuditEntry;
  readonly values: AuditValues | undefined;
  /** There is a note of it on disk, which goes when this is there. */
  readonly isNoted: boolean;
}

export interface ToAuditItemDeps {
  readonly describeCall: DescribeCall;
  readonly takePrint: TakePrint;
  /** Hides secrets in what is kept of arguments and results. Nothing of them is kept if it is not given. */
  readonly maskText?: ((text: string) => string) | undefined;
}

export type ToAuditItem = (record: CallRecord) => AuditItem;

const longestValue = 100_000;
/** So long a secret may be to be found at the end of what is looked at. */
const margin = 50_000;
const unmaskable = '[REDACTED: it could not be masked]';

export function createToAuditItem({ describeCall, takePrint, maskText }: ToAuditItemDeps): ToAuditItem {
  return ({ call, trail, at, outcome, tookMs, result }) => {
    const resultText = toText(result);
    const entry = {
      ...(trail.facts ?? describeCall(call, trail)),
      id: toPlain(call.id),
      at: at.toISOString(),
      principal: toPlain(call.principal.id),
      via: call.via,
      ...namesOf(call, trail),
      result: resultText === undefined ? null : takePrint(resultText),
      outcome,
      latencyMs: tookMs,
      attempts: trail.attempts,
      missing: 0,
      hasValues: maskText !== undefined,
    };
    const values = maskText && {
      arguments: masked(toText(trail.args ?? call.arguments), maskText),
      result: masked(resultText, maskText),
    };
    return { entry, values, isNoted: trail.isNoted === true };
  };
}

/** As the caller wrote them, where there is no such tool. */
function namesOf({ server, name }: CallRecord['call'], { target }: CallRecord['trail']) {
  if (target) return { server: toPlain(target.tool.server), tool: toPlain(target.tool.name) };
  return { server: server === undefined ? null : toPlain(server), tool: toPlain(name) };
}

function toText(value: Json | undefined): string | undefined {
  try {
    return value === undefined ? undefined : JSON.stringify(value);
  } catch {
    return undefined; // no JSON, so nobody got it either
  }
}

function masked(text: string | undefined, maskText: (text: string) => string): string | null {
  if (text === undefined) return null;
  try {
    return beginningOf(text, maskText).slice(0, longestValue).toWellFormed();
  } catch {
    return unmaskable;
  }
}

/** What is not kept need not be masked. Where it ends, half of a secret may stand: that goes too. */
function beginningOf(text: string, maskText: (text: string) => string): string {
  if (text.length <= longestValue + margin) return maskText(text);
  return maskText(text.slice(0, longestValue + margin)).slice(0, -margin);
}
