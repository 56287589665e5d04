import { z } from 'zod';
import { truth } from './fields.ts';
import type { serverEntrySchema } from './server-entry.ts';
import { serverSettingsSchema, timeoutsSchema } from './servers.ts';

const text = z.string().optional();
const maybeText = z.string().nullable().optional();
const texts = z.record(z.string(), z.string()).optional();

/** How it is reached. May stand in `config` or beside it. */
const reachShape = {
  command: text.describe('The program of a stdio server. Needs the permission exec.'),
  args: z.array(z.string()).optional(),
  cwd: maybeText,
  inheritEnv: truth.optional(),
  env: texts.describe('Write-only.'),
  url: text.describe('The address of an sse or http server.'),
  verifySsl: truth.optional(),
  headers: texts.describe('Write-only.'),
  bearerToken: maybeText.describe('Write-only. Null removes it.'),
};

const settings = serverSettingsSchema.shape;

/**
 * A server in a request. What is left out has its default in a new server and stays as it is in one that
 * exists. The spellings of both ancestors are taken: `transport` or `transportType`, `url` or `baseUrl`,
 * `bearerToken` or `apiKey`; with `serverId`, that is the name and `name` is the title.
 */
export const serverBodySchema = z
  .strictObject({
    name: text,
    serverId: maybeText.describe('The name, where `name` is the title. Null makes one from the title.'),
    title: maybeText,
    description: maybeText,
    version: maybeText,
    transport: text.describe('stdio, sse or http.'),
    transportType: text.describe('The same: STDIO, SSE or HTTP.'),
    ...reachShape,
    baseUrl: text.describe('The same as `url`.'),
    apiKey: maybeText.describe('The same as `bearerToken`.'),
    config: z.strictObject(reachShape).optional().describe('The fields of the transport, together.'),
    autoConnect: truth.optional(),
    required: settings.required.unwrap().optional(),
    timeouts: timeoutsSchema.partial().optional(),
    retry: settings.retry.unwrap().optional(),
    trustAnnotations: settings.trustAnnotations.unwrap().optional(),
    checkArguments: settings.checkArguments.unwrap().optional(),
    review: settings.review.unwrap().optional(),
    pin: settings.pin.unwrap().optional(),
    masking: settings.masking,
    revision: z.number().int().positive().optional().describe('The revision that you read.'),
  })
  .transform(toGiven)
  .meta({ id: 'ServerBody' });

/** The fields that a request names, in our own spelling. */
export type GivenServer = z.output<typeof serverBodySchema>;

function toGiven<B extends Parameters<typeof nameOf>[0]>(body: B & Aliased) {
  const { serverId, name, title, transportType, baseUrl, apiKey, config, revision, ...others } = body;
  const named = nameOf({ serverId, name, title });
  const entry: EntryInput = defined({
    ...config,
    ...others,
    ...named,
    transport: firstGiven<string | undefined>(others.transport, transportType),
    url: firstGiven<string | undefined>(others.url, config?.url, baseUrl),
    bearerToken: firstGiven<string | null | undefined>(others.bearerToken, config?.bearerToken, apiKey),
  });
  return { entry, revision };
}

/** Null is given: it removes something. */
function firstGiven<T>(...values: readonly T[]): T | undefined {
  return values.find((value) => value !== undefined);
}

type EntryInput = Partial<z.input<typeof serverEntrySchema>>;

interface Aliased {
  readonly transport?: string | undefined;
  readonly transportType?: string | undefined;
  readonly url?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly bearerToken?: string | null | undefined;
  readonly apiKey?: string | null | undefined;
  readonly config?:
    | { readonly url?: string | undefined; readonly bearerToken?: string | null | undefined }
    | undefined;
  readonly revision?: number | undefined;
}

interface Names {
  readonly serverId?: string | null | undefined;
  readonly name?: string | undefined;
  readonly title?: string | null | undefined;
}

function nameOf({ serverId, name, title }: Names): Names {
  if (serverId === undefined) return { name, title };
  return { name: serverId ?? slug(name ?? ''), title: title ?? name };
}

/** A name that the rules for names allow, made of what people wrote. */
function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replaceAll(/^-+|-+$/g, '');
}

function defined(fields: object): EntryInput {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
