import {
  readRun,
  toRunEvent,
  type ReadRunOptions,
  type RunEvent,
  type StreamedEvent,
} from '@patchbay/client';
import type { RunEventData } from '@patchbay/contracts';
import type { Context } from './command.ts';
import { decideAtPrompt } from './decide-at-prompt.ts';
import { RunScreen } from './show-run.ts';

const againMs = 2_000;

export interface RunEnd {
  readonly status: RunEventData<'done'>['status'] | 'stopped';
  /** 0 with an answer, 3 when it was cancelled, 1 when it failed. */
  readonly exitCode: number;
}

/** Shows a run until it has ended, or whoever watches stops watching, and asks them what it needs to have approved. */
export async function followRun(
  context: Context,
  run: Pick<ReadRunOptions, 'id' | 'stream'>,
  stopping: Promise<unknown>,
): Promise<RunEnd> {
  const stopped = stopping.then(() => 'stopped' as const);
  const { show, onGone } = context.json ? printer(context) : screen(context);
  const events = readRun(context.hub(), { ...run, onGone, pause: () => context.pause(againMs) });
  let lastCall: RunEventData<'tool_call_update'> | undefined;
  for (;;) {
    const next = await Promise.race([stopped, events.next()]);
    if (next === 'stopped') return (context.waitsFor(undefined), { status: 'stopped', exitCode: 3 });
    if (next.done) throw new Error('A run is read until it is done.');
    const event = toRunEvent(next.value);
    await show(next.value, event);
    if (event?.name === 'tool_call_update') lastCall = event.data;
    if (event?.name === 'done') return endOf(event.data, lastCall);
  }
}

interface Watcher {
  readonly show: (told: StreamedEvent, event: RunEvent | undefined) => Promise<void> | void;
  readonly onGone: () => void;
}

function printer({ out, err }: Context): Watcher {
  return {
    show: ({ id, name, data }) => out(JSON.stringify({ id, event: name, data: JSON.parse(data) as unknown })),
    onGone: () => err('The hub does not answer; trying again.'),
  };
}

function screen(context: Context): Watcher {
  const shown = new RunScreen(context);
  return {
    async show(_, event) {
      if (!event) return;
      shown.show(event);
      await askAbout(context, event);
    },
    onGone: () => shown.loseHub(),
  };
}

async function askAbout(context: Context, event: RunEvent): Promise<void> {
  if (event.name !== 'approval_required') return;
  context.waitsFor(undefined);
  await decideAtPrompt(context, event.data.approvalRequestId);
  context.waitsFor(`${event.data.serverId}.${event.data.toolName} waits for an approval`);
}

const exitCodes: Partial<Record<RunEventData<'done'>['status'], number>> = { SUCCEEDED: 0, CANCELLED: 3 };

/** A tool that was called by hand and failed is a failure, though the run did what it was asked to. */
function endOf(
  { status, reason }: RunEventData<'done'>,
  lastCall: RunEventData<'tool_call_update'> | undefined,
): RunEnd {
  const isFailedCall = reason === 'called' && lastCall?.status === 'FAILED';
  return { status, exitCode: isFailedCall ? 1 : (exitCodes[status] ?? 1) };
}
