import type { Client } from '@patchbay/client';
import type { ConfigInput } from '@patchbay/hub';
import { startLlmFixture, type LlmFixture, type LlmFixtureOptions } from '@patchbay/testkit';
import type { HttpFixtureOptions, NetworkFixture } from '@patchbay/testkit/mcp';
import { onTestFinished } from 'vitest';
import { addressOf, eventually, httpServer } from './fixtures.ts';
import { startTestHub, type TestHub } from './test-hub.ts';

export type Replies = Parameters<typeof startLlmFixture>[0]['replies'];

/** A provider of models that ends with the test. */
export async function modelProvider(
  replies: Replies,
  options: LlmFixtureOptions<'openai'> = {},
): Promise<LlmFixture> {
  const provider = await startLlmFixture({ replies }, options);
  onTestFinished(() => provider.close());
  return provider;
}

/** A model behind that provider, as the configuration has it. */
export function modelAt({ url }: Pick<LlmFixture, 'url'>) {
  return { name: 'm', provider: 'openai-compatible', model: 'scripted', baseUrl: url } as const;
}

export interface RunHub extends TestHub {
  readonly upstream: NetworkFixture;
  readonly provider: LlmFixture;
}

export interface RunHubOptions {
  readonly replies: Replies;
  readonly provider?: LlmFixtureOptions<'openai'>;
  readonly agent?: Partial<NonNullable<ConfigInput['agents']>[number]>;
  readonly upstream?: HttpFixtureOptions;
  readonly config?: ConfigInput;
}

/** A hub with one server, `fx`, and one agent whose model answers over real HTTP. */
export async function startRunHub(options: RunHubOptions): Promise<RunHub> {
  const { replies, agent, upstream, config } = options;
  const [fixture, provider] = await Promise.all([
    httpServer(upstream),
    modelProvider(replies, options.provider),
  ]);
  const test = await startTestHub({
    mcp: { servers: [{ name: 'fx', transport: 'http', url: fixture.url }] },
    models: [modelAt(provider)],
    agents: [{ name: 'helper', model: 'm', ...agent }],
    ...config,
  });
  await eventually(() => test.hub.status('fx')).toBe('CONNECTED');
  return { ...test, upstream: fixture, provider };
}

/** A server that is registered as this. */
export function serverAt(name: string, fixture: Pick<NetworkFixture, 'url'>) {
  return { name, ...addressOf(fixture) } as const;
}

export interface ReadEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The events of a stream as they come. */
export async function* readEvents({ body }: Response): AsyncGenerator<ReadEvent> {
  if (!body) return;
  let text = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const read = readBlock(block);
      if (read) yield read;
    }
  }
}

/** Undefined for what only keeps the line open. */
function readBlock(block: string): ReadEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line) => {
      const at = line.indexOf(': ');
      return [line.slice(0, at), line.slice(at + 2)];
    }),
  );
  const event = fields.get('event');
  if (event === undefined) return undefined;
  return { id: fields.get('id'), event, data: JSON.parse(fields.get('data') ?? '{}') as ReadEvent['data'] };
}

export async function allEvents(response: Response): Promise<ReadEvent[]> {
  const events: ReadEvent[] = [];
  for await (const one of readEvents(response)) events.push(one);
  return events;
}

/** The run, when it is so far. */
export async function runWhen(by: Client, id: string, status: string) {
  await eventually(async () => (await by.getRun({ params: { id } })).status).toBe(status);
  return by.getRun({ params: { id } });
}
