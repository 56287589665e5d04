import { row, type Row } from './command-row.ts';

/** The hub itself, and who may use it. */
export const hubCommands: readonly Row[] = [
  row('init', 'Write a first configuration file, question by question.', () => import('./commands/init.ts')),
  row('up', 'Start the hub and keep it running.', () => import('./commands/up.ts')),
  row(
    'stdio',
    'Speak MCP on stdin and stdout, for clients that start their servers.',
    () => import('./commands/stdio.ts'),
  ),
  row(
    'status',
    'Show how the hub is, its servers, how many tools are on offer, and what waits for somebody.',
    () => import('./commands/status.ts'),
  ),
  row(
    'doctor',
    'Say what is wrong and what to do: your key, the hub, every server and its tools.',
    () => import('./commands/doctor.ts'),
  ),
  row(
    'dashboard',
    'Print a link that opens the dashboard and signs you in, once.',
    () => import('./commands/dashboard.ts'),
  ),
  row(
    'client-config',
    'Show how an MCP client is told of this hub, or tell it.',
    () => import('./commands/client-config.ts'),
  ),
  row(
    'import',
    'Register the servers that an MCP client has in its file.',
    () => import('./commands/import.ts'),
  ),
  row('logs', 'Show what the hub logs, and follow it.', () => import('./commands/logs.ts')),
  row('events', 'Show what happened in the hub, and follow it.', () => import('./commands/events.ts')),
  row(
    'metrics',
    'Print the metrics of the hub, as Prometheus reads them.',
    () => import('./commands/metrics.ts'),
  ),
  row('openapi', 'Print the description of the REST routes.', () => import('./commands/openapi.ts')),
  row('audit list', 'Show calls and refusals, newest first.', () => import('./commands/audit-list.ts')),
  row(
    'audit export',
    'Print all rows that fit, as CSV or as lines of JSON, newest first.',
    () => import('./commands/audit-export.ts'),
  ),
  row(
    'audit verify',
    'Check that every row is as it was written and none is missing. Exits 1 if not.',
    () => import('./commands/audit-verify.ts'),
  ),
  row('keys create', 'Create a key and show it, this once.', () => import('./commands/keys-create.ts')),
  row('keys list', 'Show every key, without the keys themselves.', () => import('./commands/keys-list.ts')),
  row('keys revoke', 'Revoke a key at once and for good.', () => import('./commands/keys-revoke.ts')),
  row(
    'config check',
    'Check the configuration and show every problem with its place. Starts nothing.',
    () => import('./commands/config-check.ts'),
  ),
  row(
    'config show',
    'Show every value in effect and where it came from. Secrets are masked.',
    () => import('./commands/config-show.ts'),
  ),
  row(
    'secrets rotate',
    'Seal every stored secret with a new key and destroy the old one.',
    () => import('./commands/secrets-rotate.ts'),
  ),
];
