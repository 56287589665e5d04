import { existsSync, writeFileSync } from 'node:fs';
import type { PastedServer } from '@patchbay/client';
import { fail } from '@patchbay/contracts';
import { z } from 'zod';
import { findClientFiles, serversIn } from '../clients/found-files.ts';
import { defineCommand, type Context } from '../command.ts';
import { confirmed } from '../confirm.ts';
import { bold, count, faint, good } from '../output.ts';
import { policyPresets, writeConfig, type FirstConfig, type PolicyPreset } from '../write-config.ts';

const presets = Object.keys(policyPresets) as PolicyPreset[];

const input = z.object({
  config: z.string().default('patchbay.yaml'),
  port: z.string().transform(toPort).default(8080),
  dataDir: z.string().min(1).default('.patchbay'),
  import: z.array(z.string()).default([]),
  policies: z.enum(presets).default('default'),
  yes: z.boolean().default(false),
  force: z.boolean().default(false),
});
type Input = z.output<typeof input>;

export const command = defineCommand({
  flags: [
    ['--config <file>', 'the file to write (default: patchbay.yaml)'],
    ['--port <number>', 'the port of the hub (default: 8080)'],
    ['--data-dir <folder>', 'where it keeps keys and database (default: .patchbay)'],
    ['--import <file>', 'take the servers of this file of an MCP client; may be repeated', 'each'],
    ['--policies <preset>', `${presets.join(', ')}: who is asked before a call`],
    ['-y, --yes', 'ask nothing; what is not given has its default'],
    ['--force', 'write over a file that is there'],
  ],
  examples: [
    'patchbay init',
    'patchbay init --yes --port 9000',
    'patchbay init --yes --import ~/.cursor/mcp.json --policies writes',
  ],
  input,

  async run(context, given) {
    const { config: file } = given;
    if (existsSync(file) && !given.force && !(await mayReplace(context, given))) return 1;
    const isAsked = context.isInteractive && !given.yes;
    const wanted = isAsked ? await interview(context, given) : fromFlags(given);
    if (!wanted) return (context.err('Nothing was written.'), 1);
    writeFileSync(file, writeConfig(wanted), { mode: 0o600 }); // servers may have values that are secret
    report(context, file, wanted);
    return 0;
  },
});

function mayReplace(context: Context, { config, yes }: Input): Promise<boolean> {
  if (!context.isInteractive || yes) {
    const message = 'It is there already. Add --force to write over it.';
    throw fail('INPUT_INVALID', { problems: [{ path: config, message }] });
  }
  return confirmed(context, `${bold(config)} is there already. Write over it?`);
}

function fromFlags({ port, dataDir, policies, import: files }: Input): FirstConfig {
  return { port, dataDir, policies, servers: unique(files.flatMap(readOrFail)) };
}

async function interview(context: Context, given: Input): Promise<FirstConfig | undefined> {
  const { interview: asks } = context;
  await asks.begin('A hub for your MCP servers');
  const dataDir = await asks.ask(
    'Where does it keep its keys and its database?',
    given.dataDir,
    () => undefined,
  );
  if (dataDir === undefined) return undefined;
  const port = await asks.ask('On which port does it listen?', String(given.port), (text) =>
    isPort(text) ? undefined : notAPort,
  );
  if (port === undefined) return undefined;
  const servers = await askServers(context, given);
  if (!servers) return undefined;
  const choices = presets.map((value) => ({ value, label: policyPresets[value] }));
  const policies = await asks.choose('Who is asked before a call?', choices);
  if (policies === undefined) return undefined;
  await asks.end('That is all.');
  return { port: Number(port), dataDir, servers, policies: policies as PolicyPreset };
}

/** What other clients have is offered; what was named as a flag is taken. */
async function askServers(context: Context, given: Input): Promise<PastedServer[] | undefined> {
  const named = given.import.flatMap(readOrFail);
  const found = findClientFiles(context);
  if (given.import.length > 0 || found.length === 0) return unique(named);
  const offered = found.flatMap(({ file, title, servers }) =>
    servers.map((server) => ({ key: `${file} ${server.name}`, title, file, server })),
  );
  const choices = offered.map(({ key, title, file, server }) => ({
    value: key,
    label: `${server.name}  ${server.url ?? [server.command ?? '', ...(server.args ?? [])].join(' ')}`,
    hint: `${title}, ${file}`,
  }));
  const chosen = await context.interview.chooseSome('Which of these servers are to be behind it?', choices);
  return chosen && unique(offered.filter(({ key }) => chosen.includes(key)).map(({ server }) => server));
}

function readOrFail(file: string): PastedServer[] {
  const servers = existsSync(file) ? serversIn(file) : [];
  if (servers.length > 0) return servers;
  const message = existsSync(file) ? 'There is no server in it.' : 'There is no such file.';
  throw fail('INPUT_INVALID', { problems: [{ path: file, message }] });
}

/** The same server is often in the files of several clients. */
function unique(servers: readonly PastedServer[]): PastedServer[] {
  return [...new Map(servers.toReversed().map((server) => [server.name, server])).values()].toReversed();
}

function report({ out, err, json }: Context, file: string, { servers, port, dataDir }: FirstConfig): void {
  const names = servers.map(({ name }) => name);
  if (json) return out(JSON.stringify({ file, port, dataDir, servers: names }));
  err(
    `${good('Written')} to ${bold(file)}, with ${count(names.length, 'server')}${names.length > 0 ? `: ${names.join(', ')}` : ''}.`,
  );
  const next = file === 'patchbay.yaml' ? '' : ` --config ${file}`;
  err(
    faint(`\`patchbay up${next}\` starts the hub; \`patchbay client-config claude\` tells a client of it.`),
  );
}

const notAPort = 'Write a number from 0 to 65535.';

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
}

function toPort(text: string, context: z.RefinementCtx): number {
  if (isPort(text)) return Number(text);
  context.addIssue(notAPort);
  return z.NEVER;
}
