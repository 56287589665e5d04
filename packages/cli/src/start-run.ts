import type { RouteInput, Routes } from '@patchbay/contracts';
import type { Context } from './command.ts';
import { followRun, type RunEnd } from './follow-run.ts';
import { faint } from './output.ts';

type RunRequest = RouteInput<Routes['respond']>['body'];

interface FollowedToTheEnd extends RunEnd {
  readonly id: string;
}

/** Asks an agent and shows what it does. Who stops it here ends it at the hub, too. */
export async function startAndFollow(
  context: Context,
  body: RunRequest,
  stopping: Promise<unknown>,
): Promise<FollowedToTheEnd> {
  const { hub, err, json } = context;
  const stream = await hub().respond({ body });
  const id = stream.headers.get('X-Run-Id') ?? '';
  const end = await followRun(context, { id, stream }, stopping);
  if (end.status === 'stopped') {
    await hub().cancelRun({ params: { id } });
    err('The run was cancelled.');
  } else if (end.status !== 'SUCCEEDED' && !json)
    err(faint(`\`patchbay runs show ${id.slice(0, 8)}\` has the rest.`));
  return { id, ...end };
}
