import { z } from 'zod';
import { decimal, integer, line, secretMap, secretText, truth } from './fields.ts';
import { modelScriptSchema } from './model-script.ts';

/** Who answers. `openai-compatible` is any endpoint with OpenAI's chat completions; `scripted` is no model at all. */
export const modelProviders = ['openai', 'anthropic', 'google', 'openai-compatible', 'scripted'] as const;
export type ModelProvider = (typeof modelProviders)[number];

const price = decimal(0, 100_000);

/** In whatever currency the operator counts, per million tokens. */
const pricesSchema = z.strictObject({
  input: price.default(0),
  output: price.default(0),
  cachedInput: price.optional().describe('That of input, if left out.'),
});
export type ModelPrices = z.output<typeof pricesSchema>;

export const modelNameSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9._:/-]{0,62}[A-Za-z0-9])?$/,
    'Use 1 to 64 letters, digits and . _ : / -, with a letter or digit at both ends.',
  );

/** A model in the configuration file. */
export const modelEntrySchema = z
  .strictObject({
    name: modelNameSchema.describe('What agents call it.'),
    provider: z.enum(modelProviders),
    model: line(200).min(1).optional().describe('What the provider calls it.'),
    baseUrl: z.url().optional().describe('Of an endpoint of your own; needed for openai-compatible.'),
    apiKey: secretText.nullable().default(null).describe('Sealed at rest.'),
    headers: secretMap.default({}).describe('Sent with every request. Sealed at rest.'),
    seesImages: truth.default(false).describe('Whether it is sent pictures; if not, a word about them.'),
    contextTokens: integer(1_000, 10_000_000).default(128_000).describe('What it can read at once.'),
    maxOutputTokens: integer(1, 1_000_000).default(8_192).describe('What it may write in one turn.'),
    temperature: decimal(0, 2).nullable().default(null),
    prices: pricesSchema.default({ input: 0, output: 0 }),
    script: modelScriptSchema.optional().describe('Of a scripted model.'),
  })
  .superRefine(({ provider, model, baseUrl, script }, context) => {
    const need = (path: string, isThere: boolean): void => {
      if (!isThere) context.addIssue({ code: 'custom', path: [path], message: `${provider} needs it.` });
    };
    if (provider === 'scripted') return need('script', script !== undefined);
    need('model', model !== undefined);
    if (provider === 'openai-compatible') need('baseUrl', baseUrl !== undefined);
  })
  .meta({ id: 'ModelEntry' });
export type ModelEntry = z.output<typeof modelEntrySchema>;

/** A model in a request. The whole of it; only of its secrets, those that are left out stay as they are. */
export const modelBodySchema = z
  .strictObject({
    ...modelEntrySchema.shape,
    name: modelNameSchema.optional().describe('As in the path, if at all.'),
    apiKey: secretText.nullable().optional().describe('Sealed at rest. null forgets it.'),
    headers: secretMap.optional().describe('Sent with every request. Sealed at rest.'),
    revision: z.number().int().positive().optional().describe('The revision that you read.'),
  })
  .meta({ id: 'ModelBody' });
export type ModelBody = z.output<typeof modelBodySchema>;

const origin = {
  source: z.enum(['config', 'api']).describe('config: it stands in the file and is changed there.'),
  revision: z.number().int().nullable(),
  updatedBy: z.string().nullable(),
  updatedAt: z.iso.datetime().nullable(),
};

export const modelSchema = z
  .object({
    name: z.string(),
    provider: z.enum(modelProviders),
    model: z.string().nullable(),
    baseUrl: z.string().nullable(),
    hasApiKey: z.boolean(),
    headers: z.array(z.string()).describe('Their names.'),
    seesImages: z.boolean(),
    contextTokens: z.number().int(),
    maxOutputTokens: z.number().int(),
    temperature: z.number().nullable(),
    prices: z.object({ input: z.number(), output: z.number(), cachedInput: z.number().optional() }),
    ...origin,
  })
  .meta({ id: 'Model' });
export type ModelView = z.output<typeof modelSchema>;

export const modelTestSchema = z
  .object({
    ok: z.boolean(),
    text: z.string().nullable().describe('What it said.'),
    error: z.string().nullable(),
    latencyMs: z.number(),
    usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }).nullable(),
  })
  .meta({ id: 'ModelTest' });
