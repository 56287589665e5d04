import { fail, type ToolDefinition } from '@patchbay/contracts';
import type { ReadyCall } from '../calls/call.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { ToolDigest } from '../catalog/tool-digest.ts';
import type { JudgedParts } from '../policies/judge-call.ts';
import type { Verdict } from '../policies/verdict.ts';
import type { Server } from '../servers/server.ts';
import type { Pins, PinState } from './pins.ts';

const reasons: Readonly<Partial<Record<PinState, string>>> = {
  new: 'nobody has looked at it yet.',
  changed: 'it is not defined as it was when it was accepted.',
  unreadable: 'its definition is nested too deeply to be compared.',
};

/** Why a tool is held back, and what to do about it; undefined for one that is not. */
export function heldReason(
  pins: Pins,
  server: Server,
  definition: ToolDefinition | undefined,
): string | undefined {
  if (!definition || !pins.isHeld(server, definition)) return undefined;
  const why = reasons[pins.stateOf(server, definition)] ?? '';
  return `It is held back: ${why} \`patchbay tools review ${server.name}\` shows it; an admin may accept it.`;
}

/** What is held back is refused before any rule is asked. */
export function createJudgeHeld(pins: Pins, judge: (call: JudgedParts) => Verdict) {
  return (call: JudgedParts): Verdict => {
    const { tool, supervisor } = call.target;
    const reason = heldReason(pins, supervisor.server, tool.definition);
    return reason === undefined ? judge(call) : { decision: 'deny', policy: undefined, reason };
  };
}

export interface RecheckDeps {
  readonly catalog: Pick<Catalog, 'toolsOf'>;
  readonly toolDigest: ToolDigest;
  readonly judge: (call: JudgedParts) => Verdict;
}

/**
 * Asked when a call is about to be sent. A connection that was opened for it may have brought another definition of its
 * tool than the one that was judged; then that one is judged, and throws if it may not run as it is.
 */
export function createRecheck({ catalog, toolDigest, judge }: RecheckDeps) {
  return (call: Pick<ReadyCall, 'target' | 'args' | 'principal' | 'via' | 'rules'>): void => {
    const { tool, supervisor } = call.target;
    const now = catalog.toolsOf(supervisor.server).get(tool.name);
    if (!now || now === tool || toolDigest(now.definition) === toolDigest(tool.definition)) return;
    const { decision, reason } = judge({ ...call, target: { tool: now, supervisor } });
    if (decision === 'allow') return;
    const changed = 'its definition changed while the call was on its way; make the call again.';
    const data = { serverId: tool.server, tool: tool.name, reason: decision === 'deny' ? reason : changed };
    throw fail('CALL_DENIED', data);
  };
}
