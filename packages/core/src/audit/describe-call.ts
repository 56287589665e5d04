import type { Json } from '@patchbay/contracts';
import type { AskedCall, CallTrail } from '../calls/call.ts';
import { canonicalJson } from '../canonical.ts';
import type { ToolDigest } from '../catalog/tool-digest.ts';
import { traceIdOf } from '../tracing/trace-context.ts';
import type { CallFacts, Print, TakePrint } from './audit-entry.ts';

export interface DescribeCallDeps {
  readonly toolDigest: ToolDigest;
  readonly takePrint: TakePrint;
}

export type DescribeCall = (call: AskedCall, trail: CallTrail) => CallFacts;

export function createDescribeCall({ toolDigest, takePrint }: DescribeCallDeps): DescribeCall {
  return (
    { principal, arguments: asked, trace: given },
    { target, args, verdict, approval, trace = given },
  ) => ({
    principalName: toPlain(principal.name),
    toolDigest: target ? orNull(() => toolDigest(target.tool.definition)) : null,
    policy: verdict?.policy ?? null,
    decision: verdict?.decision ?? null,
    approval: approval ?? null,
    args: orNull(() => printOf(args ?? asked, takePrint)),
    traceId: trace ? traceIdOf(trace) : null,
  });
}

/** The same for the same arguments, in whatever order their names came. */
function printOf(args: Json | undefined, takePrint: TakePrint): Print | null {
  return args === undefined ? null : takePrint(canonicalJson(args));
}

/** What is no JSON, or too deep, has no digest. The call must be told of all the same. */
function orNull<T>(make: () => T): T | null {
  try {
    return make();
  } catch {
    return null;
  }
}

const longest = 512;

/** Names come from anybody. What a database would not take must not keep the others from being written. */
export function toPlain(text: string): string {
  return text.slice(0, longest).toWellFormed().replaceAll('\u0000', '\uFFFD');
}
