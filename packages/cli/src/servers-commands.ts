import { row, type Row } from './command-row.ts';

/** Servers, their tools, and who may call them. */
export const serversCommands: readonly Row[] = [
  row('servers list', 'Show every server with its status.', () => import('./commands/servers-list.ts')),
  row('servers add', 'Register a server and connect it.', () => import('./commands/servers-add.ts')),
  row('servers show', 'Show all that the hub knows of a server.', () => import('./commands/servers-show.ts')),
  row(
    'servers logs',
    'Show what the program of a server writes to standard error, and follow it.',
    () => import('./commands/servers-logs.ts'),
  ),
  row(
    'servers try',
    'Connect to a server once, without registering it, and say what it offers.',
    () => import('./commands/servers-try.ts'),
  ),
  row(
    'servers health',
    'Show whether each server answered the last probe.',
    () => import('./commands/servers-health.ts'),
  ),
  row(
    'servers update',
    'Change a server. What is not given stays; --header and --env replace all that were there.',
    () => import('./commands/servers-update.ts'),
  ),
  row(
    'servers remove',
    'Disconnect a server and forget it, with its credentials and its tools.',
    () => import('./commands/servers-remove.ts'),
  ),
  row(
    'servers connect',
    'Connect a server now, or say why that fails.',
    () => import('./commands/servers-connect.ts'),
  ),
  row(
    'servers disconnect',
    'Close the connection of a server until somebody connects it or the hub starts again.',
    () => import('./commands/servers-disconnect.ts'),
  ),
  row(
    'servers enable',
    'Let a server be connected again, and connect it if it connects by itself.',
    () => import('./commands/servers-enable.ts'),
  ),
  row(
    'servers disable',
    'Close the connection of a server and keep it closed, also over restarts.',
    () => import('./commands/servers-disable.ts'),
  ),
  row(
    'servers verify',
    'Connect to a server once, beside everything else, and say who answers.',
    () => import('./commands/servers-verify.ts'),
  ),
  row(
    'servers sync',
    'Read the tools, resources and prompts of a server now.',
    () => import('./commands/servers-sync.ts'),
  ),
  row('tools list', 'Show every tool on offer.', () => import('./commands/tools-list.ts')),
  row(
    'tools show',
    'Show what a tool does, its arguments and how to call it.',
    () => import('./commands/tools-show.ts'),
  ),
  row('tools call', 'Call a tool and show its answer.', () => import('./commands/tools-call.ts')),
  row(
    'approvals list',
    'Show the calls that wait for a decision.',
    () => import('./commands/approvals-list.ts'),
  ),
  row(
    'approvals show',
    'Show one question whole: who asks, why, and exactly what would run.',
    () => import('./commands/approvals-show.ts'),
  ),
  row(
    'approvals watch',
    'Show questions as they come, until you stop it.',
    () => import('./commands/approvals-watch.ts'),
  ),
  row(
    'approvals approve',
    'Let a call run once, exactly as shown.',
    () => import('./commands/approvals-approve.ts'),
  ),
  row('approvals reject', 'Refuse a call.', () => import('./commands/approvals-reject.ts')),
  row(
    'tools review',
    'Show tools that are new or not as they were accepted: what changed, and what looks odd.',
    () => import('./commands/tools-review.ts'),
  ),
  row(
    'tools accept',
    'Accept tools as they are now, after looking at them. What is held back is shown and called again.',
    () => import('./commands/tools-accept.ts'),
  ),
  row(
    'policies list',
    'Show the rules about calls, in the order in which they are asked; the first that matches decides.',
    () => import('./commands/policies-list.ts'),
  ),
  row(
    'policies set',
    'Set a rule about calls, or change the one about the same calls.',
    () => import('./commands/policies-set.ts'),
  ),
  row('policies remove', 'Remove a rule about calls.', () => import('./commands/policies-remove.ts')),
  row(
    'policies test',
    'Say what the rules make of a call, which of them decides, and what would change it. Calls nothing.',
    () => import('./commands/policies-test.ts'),
  ),
  row(
    'profiles list',
    'Show the profiles that you may use; all of them for an admin.',
    () => import('./commands/profiles-list.ts'),
  ),
  row(
    'profiles add',
    'Add a profile: a view of the catalogue with an MCP endpoint of its own.',
    () => import('./commands/profiles-add.ts'),
  ),
  row('profiles show', 'Show how a profile is defined.', () => import('./commands/profiles-show.ts')),
  row(
    'profiles set',
    'Change a profile. What is not given stays; a list takes the place of the one before.',
    () => import('./commands/profiles-set.ts'),
  ),
  row(
    'profiles remove',
    'Remove a profile. Its endpoint and the sessions of its clients end.',
    () => import('./commands/profiles-remove.ts'),
  ),
  row(
    'profiles tools',
    'Show the tools that you have in a profile, under the names that its clients see.',
    () => import('./commands/profiles-tools.ts'),
  ),
  row('results show', 'Show what was cut from a long answer.', () => import('./commands/results-show.ts')),
  row(
    'calls rates',
    'Show the calls of the last hour, minute by minute.',
    () => import('./commands/calls-rates.ts'),
  ),
  row(
    'calls unknown',
    'Show calls that were on their way when the hub was killed: they may have run.',
    () => import('./commands/calls-unknown.ts'),
  ),
  row(
    'calls dismiss',
    'Say that somebody has looked what became of such a call.',
    () => import('./commands/calls-dismiss.ts'),
  ),
];
