import type { RunEventData } from '@patchbay/contracts';
import type { Context } from './command.ts';
import { decideAtPrompt } from './decide-at-prompt.ts';
import { readRun, toRunEvent, type FollowedRun, type RunEvent } from './read-run.ts';
import { RunScreen } from './show-run.ts';

export type RunEnd = RunEventData<'done'> | 'stopped';

/** Shows a run until it has ended, or whoever watches stops watching, and asks them what it needs to have approved. */
export async function followRun(
  context: Context,
  run: FollowedRun,
  stopping: Promise<unknown>,
): Promise<RunEnd> {
  const stopped = stopping.then(() => 'stopped' as const);
  const screen = context.json ? undefined : new RunScreen(context);
  const events = readRun(context, run);
  for (;;) {
    const next = await Promise.race([stopped, events.next()]);
    if (next === 'stopped') return (context.waitsFor(undefined), 'stopped');
    if (next.done) throw new Error('A run is read until it is done.');
    const { id, name, data } = next.value;
    if (context.json) context.out(JSON.stringify({ id, event: name, data: JSON.parse(data) as unknown }));
    const event = toRunEvent(next.value);
    if (!event) continue;
    screen?.show(event);
    if (event.name === 'done') return event.data;
    if (!context.json) await askAbout(context, event);
  }
}

async function askAbout(context: Context, event: RunEvent): Promise<void> {
  if (event.name !== 'approval_required') return;
  context.waitsFor(undefined);
  await decideAtPrompt(context, event.data.approvalRequestId);
  context.waitsFor(`${event.data.serverId}.${event.data.toolName} waits for an approval`);
}

const exitCodes: Partial<Record<RunEventData<'done'>['status'], number>> = { SUCCEEDED: 0, CANCELLED: 3 };

/** 0 with an answer, 3 when it was cancelled, 1 when it failed. */
export function exitCodeOf(end: RunEnd): number {
  return end === 'stopped' ? 3 : (exitCodes[end.status] ?? 1);
}
