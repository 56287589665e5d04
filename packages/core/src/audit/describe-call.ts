import type { Json } from '@patchbay/contracts';
import type { AskedCall, CallTrail } from '../calls/call.ts';
import { canonicalJson } from '../canonical.ts';
import type { ToolDigest } from '../catalog/tool-digest.ts';
import type { CallFacts, Print, TakePrint } from './audit-entry.ts';

export interface DescribeCallDeps {
  readonly toolDigest: ToolDigest;
  readonly takePrint: TakePrint;
}

export type DescribeCall = (call: AskedCall, trail: CallTrail) => CallFacts;

export function createDescribeCall({ toolDigest, takePrint }: DescribeCallDeps): DescribeCall {
  return ({ principal, arguments: asked }, { target, args, verdict, approval }) => ({
    principalName: toPlain(principal.name),
    toolDigest: target ? toolDigest(target.tool.definition) : null,
    policy: verdict?.policy ?? null,
    decision: verdict?.decision ?? null,
    approval: approval ?? null,
    args: printOf(args ?? asked, takePrint),
  });
}

/** The same for the same arguments, in whatever order their names came. */
function printOf(args: Json | undefined, takePrint: TakePrint): Print | null {
  try {
    return args === undefined ? null : takePrint(canonicalJson(args));
  } catch {
    return null; // what a program handed over is not always JSON; its call failed, and must be told of all the same
  }
}

const longest = 512;

/** Names come from anybody. What a database would not take must not keep the others from being written. */
export function toPlain(text: string): string {
  return text.slice(0, longest).toWellFormed().replaceAll('\u0000', '\uFFFD');
}
