import { fail, PatchbayError, type ServerDetail } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand, type Context } from '../command.ts';
import { commandConfirmed } from '../confirm-command.ts';
import { argvOf } from '../describe-server.ts';
import { warned } from '../output.ts';
import { reportServer } from '../report-server.ts';
import { serverFlags, serverInput, toServerBody, type ServerBody } from '../server-flags.ts';

export const command = defineCommand({
  args: [
    ['<name>', 'the name of the server, or its id'],
    ['[-- command...]', 'another program for the hub to start; needs the permission exec'],
  ],
  flags: [
    ...serverFlags,
    ['--no-review', 'show new tools at once'],
    ['--connect', 'connect it by itself when the hub starts'],
    ['--no-connect', 'connect it only when somebody asks for it'],
    ['--required', 'with `startup` not-ready or fatal, the hub waits for it'],
    ['--no-required', 'the hub never waits for it'],
    ['-y, --yes', 'do not ask whether the new command is meant'],
  ],
  examples: [
    'patchbay servers update time --timeout 2m',
    'patchbay servers update time -- uvx mcp-server-time --local-timezone Europe/Berlin',
    'patchbay servers update github --token-stdin < token.txt',
  ],
  input: serverInput.extend({
    name: z.string(),
    connect: z.boolean().optional(),
    required: z.boolean().optional(),
    yes: z.boolean().default(false),
  }),

  async run(context, { name, connect, required, yes, ...flags }) {
    const client = context.hub();
    const before = await client.getServer({ params: { name } });
    const given = await toServerBody(flags, context, before.transport === 'STDIO' ? 'command' : 'url');
    const body = merge(before, { ...given, required, autoConnect: connect });
    assertGiven(body);
    if (!yes && !(await isMeant(context, before, body))) return 1;
    const { revision } = before;
    const after = await client.putServer({ params: { name: before.name }, body: { ...body, revision } });
    const isMended = before.status === 'FAILED' && isReachedAnew(body);
    const server = isMended ? await tryAtOnce(context, after) : after;
    const exitCode = reportServer(context, server);
    if (!context.json) for (const line of lost(before, after)) context.err(warned(line));
    return isReachedAnew(body) ? exitCode : 0;
  },
});

/** What the hub would take as a whole, and we change in part. */
function merge({ settings, transport }: ServerDetail, given: ServerBody): ServerBody {
  const isSameTransport = given.transport?.toUpperCase() === transport;
  return {
    ...given,
    transport: isSameTransport ? undefined : given.transport,
    timeouts: given.timeouts && { ...settings.timeouts, ...given.timeouts },
  };
}

function assertGiven(body: ServerBody): void {
  if (Object.values(body).some((value) => value !== undefined)) return;
  const message = 'Say what to change. `patchbay servers update --help` has examples.';
  throw fail('INPUT_INVALID', { problems: [{ path: '', message }] });
}

async function isMeant(context: Context, before: ServerDetail, body: ServerBody): Promise<boolean> {
  const old = { argv: argvOf(before), cwd: before.config.cwd };
  const argv = body.command === undefined ? old.argv : [body.command, ...(body.args ?? [])];
  const next = { argv, cwd: body.cwd === undefined ? old.cwd : body.cwd };
  const isSame = JSON.stringify(next) === JSON.stringify(old);
  if (isSame) return true;
  const question = { name: before.name, next, before: old.argv.length > 0 ? old : undefined };
  return commandConfirmed(context, question);
}

function isReachedAnew({ command, cwd, url, env, headers, bearerToken }: ServerBody): boolean {
  return [command, cwd, url, env, headers, bearerToken].some((value) => value !== undefined);
}

/** The hub waits before it tries a failed server again; whoever has just mended one does not want to. */
async function tryAtOnce({ hub }: Context, { name }: ServerDetail): Promise<ServerDetail> {
  try {
    await hub().connectServer({ params: { name } });
  } catch (error) {
    if (!PatchbayError.is(error)) throw error;
  }
  return hub().getServer({ params: { name } });
}

/** Credentials do not follow a server to another place; whoever moves it must know. */
function lost(before: ServerDetail, after: ServerDetail): string[] {
  const gone = (old: readonly string[] = [], kept: readonly string[] = []): string[] =>
    old.filter((name) => !kept.includes(name));
  const token = before.hasApiKey && !after.hasApiKey ? ['its token'] : [];
  const secrets = [
    ...token,
    ...gone(before.config.headers, after.config.headers),
    ...gone(before.config.env, after.config.env),
  ];
  return secrets.length === 0 ? [] : [`No longer set: ${secrets.join(', ')}.`];
}
