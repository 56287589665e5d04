import type { ServerDetail } from '@patchbay/contracts';
import type { Context } from './command.ts';
import { adviseOn, describeStatus, listSome } from './describe-server.ts';
import { bold, faint } from './output.ts';
import { wrap } from './show-text.ts';

/** How a server is after something was done to it. Returns the exit code. */
export function reportServer({ out, err, json, columns }: Context, server: ServerDetail): number {
  const exitCode = server.status === 'FAILED' ? 1 : 0;
  if (json) return (out(JSON.stringify(server)), exitCode);
  err(`${bold(server.name)} is ${describeStatus(server, Date.now())}`);
  if (server.status === 'CONNECTED' && server.tools.length > 0)
    err(wrap(`Tools: ${listSome(server.tools)}.`, columns).join('\n'));
  for (const line of adviseOn(server)) err(faint(line));
  return exitCode;
}
