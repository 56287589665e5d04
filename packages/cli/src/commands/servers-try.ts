import { showLine } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { commandConfirmed } from '../confirm-command.ts';
import { listSome } from '../describe-server.ts';
import { bold, count, faint, good } from '../output.ts';
import { serverFlags, serverInput, toServerBody } from '../server-flags.ts';
import { wrap } from '../show-text.ts';

export const command = defineCommand({
  args: [
    ['<name>', 'what it would be called'],
    ['[-- command...]', 'the program that the hub starts, with its arguments; needs the permission exec'],
  ],
  flags: [...serverFlags, ['-y, --yes', 'do not ask whether the command is meant']],
  examples: [
    'patchbay servers try time -- uvx mcp-server-time',
    'patchbay servers try github --url https://api.githubcopilot.com/mcp/ --token-env GITHUB_TOKEN',
  ],
  input: serverInput.extend({ name: z.string(), yes: z.boolean().default(false) }),

  async run(context, { name, yes, ...flags }) {
    const { hub, out, err, json, columns, waitsFor } = context;
    const { command: argv, cwd } = flags;
    const body = { ...(await toServerBody(flags, context)), name };
    const isAsked = argv.length > 0 && !yes;
    if (isAsked && !(await commandConfirmed(context, { name, next: { argv, cwd } }))) return 1;
    waitsFor(`Connecting ${name} …`);
    const tried = await hub().tryServer({ body });
    waitsFor(undefined);
    if (json) return (out(JSON.stringify(tried)), 0);
    const names = tried.tools.map((tool) => showLine(tool.name));
    err(
      `${bold(name)} ${good('answers')} as MCP ${tried.protocolVersion} (${tried.era}), with ${count(names.length, 'tool')}.`,
    );
    if (names.length > 0) err(wrap(`Tools: ${listSome(names)}.`, columns).join('\n'));
    err(faint('Nothing was kept. `patchbay servers add` with the same words registers it.'));
    return 0;
  },
});
