import {
  fail,
  integer,
  modelProviders,
  type ModelProvider,
  type RouteInput,
  type Routes,
} from '@patchbay/contracts';
import { z } from 'zod';
import type { Flag, Terminal } from './command.ts';
import { toHeader } from './header-flag.ts';
import { loadHub } from './hub-config.ts';
import { readText } from './read-text.ts';

/** What `models add` takes. A key is never a flag: those show in `ps` and stay in the history of the shell. */
export const modelFlags: readonly Flag[] = [
  ['--provider <name>', `${modelProviders.join(', ')} (default: scripted with --script)`],
  ['--model <name>', 'what the provider calls it'],
  ['--base-url <address>', 'of an endpoint of your own; openai-compatible needs it'],
  ['--key-env <variable>', 'take the key from this variable of yours'],
  ['--key-stdin', 'read the key from stdin'],
  ['--no-key', 'it needs none; without any of these you are asked'],
  ['--script <file>', 'what a scripted model says, in YAML'],
  ['--sees-images', 'it can look at pictures'],
  ['--context-tokens <count>', 'what it can read at once (default: 128000)'],
  ['--max-output-tokens <count>', 'what it may write in one turn (default: 8192)'],
  ['--temperature <number>', 'from 0 to 2 (default: what the provider takes)'],
  ['--header <name=value>', 'send this header with every request; typed here, it shows in `ps`', 'each'],
  ['--header-env <name=variable>', 'the same, with what this variable of yours holds', 'each'],
  ['--price-input <amount>', 'of a million tokens that it reads, in your currency (default: 0)'],
  ['--price-output <amount>', 'of a million tokens that it writes (default: 0)'],
  ['--price-cached-input <amount>', 'of those that its provider had read before (default: as --price-input)'],
];

const amount = (max: number) =>
  z.string().transform(Number).pipe(z.number('Write a number.').min(0).max(max));
const header = z.array(z.string().transform(toHeader)).default([]);

export const modelInput = z.object({
  provider: z.enum(modelProviders).optional(),
  model: z.string().optional(),
  baseUrl: z.string().optional(),
  keyEnv: z.string().optional(),
  keyStdin: z.boolean().default(false),
  key: z.boolean().default(true),
  script: z.string().optional(),
  seesImages: z.boolean().optional(),
  contextTokens: integer(1_000, 10_000_000).optional(),
  maxOutputTokens: integer(1, 1_000_000).optional(),
  temperature: amount(2).optional(),
  header,
  headerEnv: header,
  priceInput: amount(100_000).optional(),
  priceOutput: amount(100_000).optional(),
  priceCachedInput: amount(100_000).optional(),
});
type ModelFlags = z.output<typeof modelInput>;
type Asked = Pick<Terminal, 'environment' | 'readInput' | 'isInteractive' | 'askSecret'>;

export async function toModelBody(flags: ModelFlags, terminal: Asked) {
  const { model, baseUrl, script, seesImages, contextTokens, maxOutputTokens, temperature } = flags;
  const provider = providerOf(flags);
  if (provider === 'scripted' && script === undefined)
    throw invalid('--script', 'A scripted model needs a file that says what it says.');
  if (provider !== 'scripted' && script !== undefined)
    throw invalid('--script', 'Only a scripted model has one: leave out --provider.');
  if (provider !== 'scripted' && model === undefined)
    throw invalid('--model', 'Say what the provider calls the model.');
  return {
    provider,
    model,
    baseUrl,
    seesImages,
    contextTokens,
    maxOutputTokens,
    temperature,
    headers: headersOf(flags, terminal),
    prices: pricesOf(flags),
    script: script === undefined ? undefined : await readScript(script),
    apiKey: provider === 'scripted' ? undefined : await readKey(flags, provider, terminal),
  } satisfies RouteInput<Routes['putModel']>['body'];
}

function providerOf({ provider, script }: ModelFlags): ModelProvider {
  if (provider) return provider;
  if (script !== undefined) return 'scripted';
  throw invalid('--provider', `Say who answers: ${modelProviders.join(', ')}.`);
}

/** None at all leaves those that there are. */
function headersOf({ header: typed, headerEnv }: ModelFlags, { environment }: Asked) {
  const held = headerEnv.map(
    ([name, variable]) =>
      [
        name,
        environment[variable] || refuse('--header-env', `The variable ${variable} is not set.`),
      ] as const,
  );
  const all = [...typed, ...held];
  return all.length === 0 ? undefined : Object.fromEntries(all);
}

function pricesOf({ priceInput: input, priceOutput: output, priceCachedInput: cachedInput }: ModelFlags) {
  const isGiven = [input, output, cachedInput].some((price) => price !== undefined);
  return isGiven ? { input, output, cachedInput } : undefined;
}

async function readScript(file: string) {
  return (await loadHub()).parseScript(readText('--script', file));
}

async function readKey(flags: ModelFlags, provider: ModelProvider, terminal: Asked) {
  const { keyEnv, keyStdin, key } = flags;
  if (keyEnv !== undefined && keyStdin) throw invalid('--key-env, --key-stdin', 'Give the key in one way.');
  if (keyEnv !== undefined)
    return terminal.environment[keyEnv] || refuse('--key-env', `The variable ${keyEnv} is not set.`);
  if (keyStdin)
    return (await terminal.readInput()).trim() || refuse('--key-stdin', 'Nothing came from stdin.');
  return key ? askKey(provider, terminal) : undefined;
}

async function askKey(provider: ModelProvider, { isInteractive, askSecret }: Asked) {
  if (isInteractive) return (await askSecret(`Key for ${provider} (Enter: none): `)) || undefined;
  if (provider === 'openai-compatible') return undefined; // many have none
  return refuse('--key-env', 'Say where the key is: --key-env <variable>, --key-stdin, or --no-key.');
}

function refuse(path: string, message: string): never {
  throw invalid(path, message);
}

function invalid(path: string, message: string) {
  return fail('INPUT_INVALID', { problems: [{ path, message }] });
}
