import { readFileSync } from 'node:fs';
import { PatchbayError, profileNameSchema } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand, type Context } from '../command.ts';
import { locate } from '../connection.ts';
import { configFlags, configInput, loadHub, type RunningHub } from '../hub-config.ts';
import { Bridge } from '../stdio/bridge.ts';
import { HubLink, type HubAddress } from '../stdio/hub-link.ts';

const input = configInput.extend({ embedded: z.boolean().optional(), profile: profileNameSchema.optional() });
type Input = z.output<typeof input>;

export const command = defineCommand({
  flags: [
    ['--profile <name>', 'the tools of this profile, instead of all'],
    ['--embedded', 'run a hub inside, instead of using one that runs already'],
    ...configFlags.map(
      ([flag, words]) => [flag, `embedded: ${words.replace('8080', 'any free one')}`] as const,
    ),
  ],
  examples: [
    'patchbay stdio',
    'patchbay stdio --profile backend',
    'PATCHBAY_URL=https://hub.example.com PATCHBAY_KEY=pbk_… patchbay stdio',
    'patchbay stdio --embedded --config ~/patchbay.yaml --data-dir ~/.patchbay',
  ],
  input,

  async run(context, flags) {
    const { out, err, pause, lines, stopped } = context;
    const embedded = createEmbedded(context, flags);
    const findHub = flags.embedded ? embedded.start : () => findOrStart(context, embedded.start);
    const link = new HubLink({ findHub, pause, profile: flags.profile });
    if (flags.embedded) await link.address(); // what is wrong with it is said at once, not to the first request
    const bridge = new Bridge({ link, say: out, err, pause });
    await Promise.race([stopped(), carryAll(lines(), bridge)]);
    await bridge.end();
    await embedded.close();
    return 0;
  },
});

const attempts = 40;
const betweenMs = 250;

/** Two clients that start together both find no hub; the one that comes second to start one finds the other's. */
async function findOrStart(context: Context, start: () => Promise<HubAddress>): Promise<HubAddress> {
  for (let left = attempts; ; left -= 1) {
    const found = locate(context);
    if (!found.isGuess) return found;
    try {
      return await start();
    } catch (error) {
      if (left === 0 || !PatchbayError.is(error, 'DATA_DIR_IN_USE')) throw error;
    }
    await context.pause(betweenMs);
  }
}

async function carryAll(lines: AsyncIterable<string>, bridge: Bridge): Promise<void> {
  for await (const line of lines) bridge.take(line);
}

/** A hub of our own, for as long as we are needed. Others who look for one in this folder find it too. */
function createEmbedded(context: Context, { embedded: _, profile: __, ...flags }: Input) {
  let running: Promise<Embedded> | undefined;
  return {
    start: async (): Promise<HubAddress> => {
      running ??= startEmbedded(context, { port: '0', ...flags }).catch((error: unknown) => {
        running = undefined;
        throw error;
      });
      return (await running).address;
    },
    close: async (): Promise<void> => {
      await running?.then(({ hub }) => hub.close());
    },
  };
}

interface Embedded {
  readonly hub: RunningHub['hub'];
  readonly address: HubAddress;
}

async function startEmbedded(
  { environment, pid, err }: Context,
  flags: Omit<Input, 'embedded' | 'profile'>,
): Promise<Embedded> {
  const { loadConfig, runHub } = await loadHub();
  const writeLog = (line: string): void => err(line.trimEnd());
  const { url, hub, keyFile } = await runHub({ environment, isTerminal: false, pid, writeLog }, flags);
  const preset = loadConfig(environment, flags).config.auth.adminKey?.reveal();
  const key = environment['PATCHBAY_KEY'] ?? hub.adminKey ?? preset ?? (keyFile && readKey(keyFile));
  const asked = key
    ? 'Asked the hub inside with the key that it had.'
    : 'The hub inside has no key for us: set PATCHBAY_KEY.';
  return { hub, address: { url, key, asked } };
}

function readKey(file: string): string {
  return readFileSync(file, 'utf8').trim();
}
