import { modelEntrySchema, type ModelEntry } from '@patchbay/contracts';
import type { Model, ModelPart, ModelRequest, Reply } from '@patchbay/core';
import { startLlmFixture, type LlmFixtureOptions, type WireName } from '@patchbay/testkit';
import type { z } from 'zod';
import { createModel } from '../src/models/create-model.ts';

type Replies = Parameters<typeof startLlmFixture>[0]['replies'];

export const key = 'sk-verysecretkey-0123456789';

export interface WireModelOptions<W extends WireName> extends LlmFixtureOptions<W> {
  readonly entry?: Partial<z.input<typeof modelEntrySchema>>;
}

/** A model that is asked over real HTTP by the real adapter. */
export async function startWireModel<W extends WireName = 'openai'>(
  replies: Replies,
  { entry = {}, ...options }: WireModelOptions<W> = {},
) {
  const fixture = await startLlmFixture({ replies }, options);
  const described: ModelEntry = modelEntrySchema.parse({
    name: 'house',
    provider: 'openai-compatible',
    model: 'test-1',
    baseUrl: fixture.url,
    apiKey: key,
    ...entry,
  });
  const model = await createModel(described);
  const request = (overrides: Partial<ModelRequest> = {}): ModelRequest => ({
    messages: [{ role: 'user', text: 'Hello' }],
    tools: [],
    mayCall: false,
    ...overrides,
  });
  return { fixture, model, request, [Symbol.asyncDispose]: () => fixture.close() };
}

export async function hear(model: Model, request: ModelRequest, signal = new AbortController().signal) {
  const deltas: string[] = [];
  let reply: Reply | undefined;
  const take = (part: ModelPart): unknown =>
    part.kind === 'reply' ? ({ reply } = part) : deltas.push(`${part.channel}: ${part.text}`);
  for await (const part of model.ask(request, signal)) take(part);
  return { deltas, reply };
}
