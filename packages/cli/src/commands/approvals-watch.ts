import type { ApprovalView } from '@patchbay/contracts';
import { readEvents, type Client } from '@patchbay/client';
import { z } from 'zod';
import { defineCommand, type Context } from '../command.ts';
import { followUntilStopped } from '../follow-stream.ts';
import { faint } from '../output.ts';
import { findApproval, showApproval } from '../show-approval.ts';

export const command = defineCommand({
  examples: ['patchbay approvals watch', 'patchbay approvals watch --json | jq .argumentsText'],
  input: z.object({}),

  async run(context) {
    const { hub, err, json } = context;
    const client = hub();
    const seen = new Set<string>();
    if (!json) err(faint('Waiting for questions. Stop with Ctrl-C.'));
    return followUntilStopped(context, () => follow(context, client, seen));
  },
});

/** Ends with the stream. What was asked before the stream began is asked for after it began, so that none is missed. */
async function follow(context: Context, client: Client, seen: Set<string>): Promise<void> {
  const stream = await client.events();
  for (const { id } of (await client.listApprovals()).toReversed())
    await showAsked(context, client, { id, seen });
  for await (const { name, data } of readEvents(stream)) {
    if (name === 'approval.requested') await showAsked(context, client, { id: idOf(data), seen });
    if (name === 'approval.ended' && !context.json) context.err(faint(endOf(data)));
  }
}

async function showAsked(context: Context, client: Client, { id, seen }: { id: string; seen: Set<string> }) {
  if (!seen.has(id)) show(context, await findApproval(client, id), seen);
}

function show({ out, json }: Context, approval: ApprovalView, seen: Set<string>): void {
  if (seen.has(approval.id)) return;
  seen.add(approval.id);
  const short = approval.id.slice(0, 8);
  const next = faint(`  patchbay approvals approve ${short}   or   reject ${short} --reason …`);
  out(json ? JSON.stringify(approval) : `\n${showApproval(approval, Date.now())}\n${next}`);
}

const endedSchema = z.object({ id: z.string(), status: z.string(), by: z.string().nullable() });

function idOf(data: string): string {
  return z.object({ id: z.string() }).parse(JSON.parse(data)).id;
}

function endOf(data: string): string {
  const { id, status, by } = endedSchema.parse(JSON.parse(data));
  return `${id.slice(0, 8)} ${status.toLowerCase()}${by === null ? '' : ` by ${by}`}`;
}
