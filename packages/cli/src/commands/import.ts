import type { PastedServer } from '@patchbay/client';
import { PatchbayError, showArgument, showLine, type ServerDetail } from '@patchbay/contracts';
import { z } from 'zod';
import { readClientFile, type ClientServers, type Left } from '../clients/read-client-file.ts';
import { defineCommand, type Context } from '../command.ts';
import { confirmed } from '../confirm.ts';
import { locate } from '../connection.ts';
import { describeStatus } from '../describe-server.ts';
import { bad, bold, count, faint, good, warned } from '../output.ts';
import { showArgv } from '../show-text.ts';

export const command = defineCommand({
  args: [
    ['<file>', 'the file of an MCP client: .mcp.json, claude_desktop_config.json, mcp.json, config.toml, …'],
  ],
  flags: [
    ['--only <names>', 'these servers of it; may be repeated, or with commas', 'repeats'],
    ['--no-connect', 'only register them'],
    ['--dry-run', 'only say what would be registered'],
    ['-y, --yes', 'do not ask whether the commands are meant'],
  ],
  examples: [
    'patchbay import ~/.cursor/mcp.json',
    'patchbay import .vscode/mcp.json --dry-run',
    'patchbay import ~/.codex/config.toml --only github,files',
    'GITHUB_TOKEN=… patchbay import .mcp.json --yes',
  ],
  input: z.object({
    file: z.string(),
    only: z.array(z.string()).optional(),
    connect: z.boolean().default(true),
    dryRun: z.boolean().default(false),
    yes: z.boolean().default(false),
  }),

  async run(context, { file, only, connect, dryRun, yes }) {
    const found = await chooseServers(context, await readClientFile(file, context), only);
    const { servers } = found;
    if (!context.json) showFound(context, found);
    if (servers.length === 0) return (report(context, [], found), 1);
    if (dryRun) return (reportPlanned(context, found), 0);
    if (
      !yes &&
      !(await confirmed(
        context,
        `Register ${servers.length === 1 ? 'it' : `these ${String(servers.length)}`}?`,
      ))
    )
      return 1;
    const registered = await registerAll(context, servers, connect);
    report(context, registered, found);
    return registered.some(({ error, server }) => error || server?.status === 'FAILED') ? 1 : 0;
  },
});

/** Without those that are there already, those that were not asked for, and the hub itself. */
async function chooseServers(
  context: Context,
  found: ClientServers,
  only: readonly string[] | undefined,
): Promise<ClientServers> {
  const there = new Set((await context.hub().listServers()).map(({ name }) => name));
  const { url } = locate(context);
  const reasonFor = (server: PastedServer): string | undefined => {
    if (isHub(server, url)) return 'it is this hub';
    return there.has(server.name) ? 'there is one of this name already' : undefined;
  };
  const wanted = found.servers.filter(({ name }) => only?.includes(name) ?? true);
  const left = wanted.flatMap((server): Left[] => {
    const reason = reasonFor(server);
    return reason === undefined ? [] : [{ name: server.name, reason }];
  });
  return {
    ...found,
    servers: wanted.filter((server) => reasonFor(server) === undefined),
    left: [...found.left.filter(({ name }) => only?.includes(name) ?? true), ...left],
  };
}

function isHub({ url, args = [] }: PastedServer, hubUrl: string): boolean {
  if (url !== undefined) return URL.canParse(url) && new URL(url).origin === new URL(hubUrl).origin;
  return args.includes('stdio') && args.some((word) => /(?:^|[/\\])patchbay(?:\.js)?$/.test(word));
}

const indent = '    ';

/** Nothing becomes a program that the hub starts before somebody has seen all of it. */
function showFound({ err, columns }: Context, { servers, left, notes }: ClientServers): void {
  for (const server of servers) err(`${bold(server.name)}\n${describe(server, columns).join('\n')}`);
  if (servers.length > 0) err('');
  for (const { name, reason } of left) err(`${warned('Left out')} ${bold(name)}: ${showLine(reason)}.`);
  for (const note of notes) err(`${warned('Not carried')} ${showLine(note)}`);
  if (left.length + notes.length > 0) err('');
}

function describe(
  { command: program, args = [], cwd, url, env, headers, bearerToken }: PastedServer,
  columns: number,
) {
  const secrets = [
    ...(env ? [`variables ${Object.keys(env).join(', ')}`] : []),
    ...(headers ? [`headers ${Object.keys(headers).join(', ')}`] : []),
    ...(bearerToken === undefined ? [] : ['a bearer token']),
  ];
  return [
    ...(program === undefined
      ? [showLine(url ?? '')]
      : showArgv([program, ...args], columns - indent.length)),
    ...(cwd === undefined ? [] : [`in ${showArgument(cwd)}`]),
    ...(secrets.length > 0 ? [faint(`with ${secrets.join(', ')}; sealed by the hub`)] : []),
  ].map((line) => `${indent}${line}`);
}

interface Registered {
  readonly name: string;
  readonly server?: ServerDetail;
  readonly error?: PatchbayError;
}

/** One that is refused does not keep the others out. */
async function registerAll(
  context: Context,
  servers: readonly PastedServer[],
  connect: boolean,
): Promise<Registered[]> {
  const registered: Registered[] = [];
  for (const [at, server] of servers.entries()) {
    const { name } = server;
    context.waitsFor(`Registering ${name} (${String(at + 1)} of ${String(servers.length)}) …`);
    registered.push(await register(context, server, connect));
  }
  context.waitsFor(undefined);
  return registered;
}

async function register({ hub }: Context, server: PastedServer, connect: boolean): Promise<Registered> {
  const { name, args, ...rest } = server;
  try {
    const body = { ...rest, ...(args && { args: [...args] }), name, ...(!connect && { autoConnect: false }) };
    return { name, server: await hub().createServer({ body }) };
  } catch (error) {
    if (PatchbayError.is(error, 'HUB_UNREACHABLE') || !PatchbayError.is(error)) throw error;
    return { name, error };
  }
}

function reportPlanned({ out, err, json }: Context, { servers, left, notes }: ClientServers): void {
  const names = servers.map(({ name }) => name);
  if (json) return out(JSON.stringify({ servers: names, left, notes }));
  err(`${count(names.length, 'server')} would be registered. Nothing was changed.`);
}

function report(
  { out, err, json }: Context,
  registered: readonly Registered[],
  { left, notes }: ClientServers,
): void {
  if (json) {
    const servers = registered.map(({ name, server, error }) => ({
      name,
      status: server?.status ?? null,
      problem: error?.message ?? server?.statusReason ?? null,
    }));
    return out(JSON.stringify({ servers, left, notes }));
  }
  const now = Date.now();
  for (const { name, server, error } of registered)
    if (server) err(`${good('Registered')} ${bold(name)}: ${describeStatus(server, now)}`);
    else err(`${bad('Refused')} ${bold(name)}: ${error?.message ?? ''}`);
  if (registered.length === 0) err('Nothing was registered.');
  else err(faint('`patchbay servers list` shows them; `patchbay doctor` says what is wrong.'));
}
