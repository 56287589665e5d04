import { z } from 'zod';
import { durationMs } from './duration.ts';
import { secretMap, secretText, truth } from './fields.ts';
import { serverMaskingSchema } from './masking.ts';

/**
 * 1–64 letters, digits, dashes and single underscores, with a letter or digit at both ends: so the first
 * `__` or `.` of a qualified tool name always ends the server's name.
 */
export const serverNameSchema = z
  .string()
  .regex(
    /^(?!.*__)[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9])?$/,
    'Use 1 to 64 letters, digits, - and single _, with a letter or digit at both ends.',
  );

const stdioSchema = z.strictObject({
  kind: z.literal('stdio'),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  cwd: z.string().min(1).nullable().default(null),
  inheritEnv: z.boolean().default(false),
});
const remoteSchema = z.strictObject({
  kind: z.enum(['http', 'sse']),
  url: z.url({ protocol: /^https?$/, error: 'Write a full http:// or https:// address.' }),
  verifySsl: z.boolean().default(true),
});

/** How a server is reached. Sealed at rest with the credentials, since arguments and addresses hold tokens too. */
export const transportSchema = z.union([stdioSchema, remoteSchema]);
export type Transport = z.infer<typeof transportSchema>;

/** Sealed at rest, and never part of an answer. */
export const credentialsSchema = z.strictObject({
  bearerToken: secretText.nullable().default(null),
  headers: secretMap.default({}),
  env: secretMap.default({}),
});
export type Credentials = z.output<typeof credentialsSchema>;

export const timeoutsSchema = z.strictObject({
  connectMs: durationMs.describe('To connect and greet.'),
  listMs: durationMs.describe('To list tools, resources and prompts.'),
  callMs: durationMs.describe('To answer a call.'),
  idleMs: durationMs.describe('Until an unused connection is closed.'),
  interactionMs: durationMs.describe('For a client to answer what a server asks it during a call.'),
});

/** What happens to a tool that is not defined as it was: it is told of, it is also held back, or nothing. */
export const pinModes = ['warn', 'quarantine', 'off'] as const;
export type PinMode = (typeof pinModes)[number];

/** What an operator says about one server beyond how to reach it. */
export const serverSettingsSchema = z.strictObject({
  required: truth.default(false).describe('Whether readiness and `startup: fatal` wait for it.'),
  timeouts: timeoutsSchema.partial().default({}).describe('Overrides of `mcp.timeouts` for this server.'),
  retry: z
    .strictObject({ ambiguous: z.enum(['safe-only', 'always', 'never']).default('safe-only') })
    .default({ ambiguous: 'safe-only' })
    .describe('What to do with a call that was lost on the way.'),
  trustAnnotations: truth.default(false).describe('Whether its own hints about its tools count.'),
  checkArguments: truth
    .default(true)
    .describe(
      'Whether arguments must fit the schema of the tool. Off for a server that takes more than it says.',
    ),
  review: truth.default(false).describe('Whether new tools stay hidden until somebody has looked at them.'),
  pin: z
    .enum(pinModes)
    .nullable()
    .default(null)
    .describe('What to do when a tool changes: warn, or with `review` quarantine, if not said.'),
  masking: serverMaskingSchema
    .optional()
    .describe('What its results must not show, if not what all must not.'),
});
export type ServerSettings = z.output<typeof serverSettingsSchema>;

/** A server as its owner defines it, whichever way the definition came. */
export interface ServerDefinition {
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly version: string | null;
  readonly transport: Transport;
  readonly credentials: Credentials;
  readonly autoConnect: boolean;
  readonly settings: ServerSettings;
}
