import type { RouteInput, Routes } from '@patchbay/contracts';
import type { Context } from './command.ts';
import { exitCodeOf, followRun, type RunEnd } from './follow-run.ts';
import { faint } from './output.ts';

export type RunRequest = RouteInput<Routes['respond']>['body'];

/** Asks an agent and shows what it does. Who stops it here ends it at the hub, too. */
export async function startAndFollow(context: Context, body: RunRequest, stopping: Promise<unknown>) {
  const { hub, err } = context;
  const stream = await hub().respond({ body });
  const id = stream.headers.get('X-Run-Id') ?? '';
  const end = await followRun(context, { id, stream }, stopping);
  if (end === 'stopped') {
    await hub().cancelRun({ params: { id } });
    err('The run was cancelled.');
  } else if (end.status !== 'SUCCEEDED' && !context.json)
    err(faint(`\`patchbay runs show ${id.slice(0, 8)}\` has the rest.`));
  return { id, end, exitCode: exitCodeOf(end) } satisfies { id: string; end: RunEnd; exitCode: number };
}
