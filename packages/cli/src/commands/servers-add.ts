import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { commandConfirmed } from '../confirm-command.ts';
import { bad, faint } from '../output.ts';
import { reportServer } from '../report-server.ts';
import { serverFlags, serverInput, toServerBody } from '../server-flags.ts';

export const command = defineCommand({
  args: [
    ['<name>', 'letters, digits, - and single _; its tools are called <name>.<tool>'],
    ['[-- command...]', 'the program that the hub starts, with its arguments; needs the permission exec'],
  ],
  flags: [
    ...serverFlags,
    ['--no-connect', 'only register it'],
    ['--required', 'with `startup` not-ready or fatal, the hub waits for it'],
    ['-y, --yes', 'do not ask whether the command is meant'],
  ],
  examples: [
    'patchbay servers add time -- uvx mcp-server-time',
    'patchbay servers add files --env LOG_LEVEL=info -- npx -y @modelcontextprotocol/server-filesystem /data',
    'patchbay servers add github --url https://api.githubcopilot.com/mcp/ --token-env GITHUB_TOKEN',
    'patchbay servers add old --url http://127.0.0.1:3000/sse',
  ],
  input: serverInput.extend({
    name: z.string(),
    connect: z.boolean().default(true),
    required: z.boolean().optional(),
    yes: z.boolean().default(false),
  }),

  async run(context, { name, connect, required, yes, ...flags }) {
    const { command, cwd } = flags;
    const body = await toServerBody(flags, context);
    const isAsked = command.length > 0 && !yes;
    if (isAsked && !(await commandConfirmed(context, { name, next: { argv: command, cwd } }))) return 1;
    if (context.isInteractive && !context.json && connect) context.err(faint(`Connecting ${name} …`));
    const server = await context
      .hub()
      .createServer({ body: { ...body, name, required, autoConnect: connect ? undefined : false } });
    const exitCode = reportServer(context, server);
    if (exitCode !== 0 && !context.json)
      context.err(
        `${bad('It did not connect')}, but it stays registered. \`patchbay servers remove ${name}\` removes it.`,
      );
    return exitCode;
  },
});
