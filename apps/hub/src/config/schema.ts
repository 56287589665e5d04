import {
  durationMs,
  integer,
  permissions,
  roles,
  secretText,
  serverEntrySchema,
  timeoutsSchema,
  truth,
} from '@patchbay/contracts';
import { z } from 'zod';

/** A part of the file that a later version will read. Accepting it now would promise what nothing does. */
function notYet(what: string) {
  return { message: `This version of Patchbay does not have ${what} yet; leave it out.` };
}

const grant = z.enum([...roles, ...permissions]);

const issuerSchema = z.strictObject({
  issuer: z.url().describe('As it stands in the tokens.'),
  audience: z.union([
    z
      .string()
      .min(1)
      .transform((one) => [one]),
    z.array(z.string().min(1)).min(1),
  ]),
  jwksUrl: z.url().optional().describe("Found through the issuer's metadata when left out."),
  roles: z
    .union([
      z.array(grant),
      z.strictObject({ claim: z.string().min(1), values: z.record(z.string(), z.array(grant)) }),
    ])
    .optional()
    .describe('Roles of every token, or by the values of a claim. Left out: the names in the claim `roles`.'),
});

const authSchema = z.strictObject({
  allowedHosts: z
    .array(
      z
        .string()
        .toLowerCase()
        .regex(/^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/, 'Write a host name, without http://.'),
    )
    .default([])
    .describe('Names under which the hub may be reached, beside 127.0.0.1, localhost and [::1].'),
  allowedOrigins: z
    .array(
      z.string().regex(/^https?:\/\/[^/]+$/, 'Write scheme, host and port, such as http://localhost:6274.'),
    )
    .default([])
    .describe('Foreign web pages that may talk to the hub.'),
  adminKey: secretText
    .optional()
    .describe('Taken as it is: pbk_<id>_<secret>. Better set as PATCHBAY_ADMIN_KEY.'),
  issuers: z.array(issuerSchema).default([]),
});

const encryptionSchema = z.strictObject({
  masterPassword: secretText.optional(),
  masterPasswordFile: z.string().min(1).optional(),
  previousMasterPassword: secretText
    .optional()
    .describe('Opens what was sealed before the password changed.'),
  previousMasterPasswordFile: z.string().min(1).optional(),
});

const mcpSchema = z.strictObject({
  servers: z.array(serverEntrySchema).superRefine(namesAreUnique).default([]),
  security: z
    .strictObject({
      allowedServerNames: z.array(z.string()).default([]).describe('Empty allows every name.'),
      maxToolOutputLength: integer(1_024, 10_000_000).default(50_000).describe('In characters.'),
      allowPrivateAddresses: truth.default(true),
    })
    .prefault({}),
  reconnection: z
    .strictObject({
      enabled: truth.default(true),
      maxAttempts: integer(0, 1_000).default(5),
      initialDelayMs: durationMs.default(5_000),
      multiplier: z
        .union([z.number(), z.string().transform(Number)])
        .pipe(z.number().min(1).max(100))
        .default(2),
      maxDelayMs: durationMs.default(60_000),
    })
    .prefault({}),
  timeouts: timeoutsSchema
    .extend({
      connectMs: durationMs.default(30_000),
      listMs: durationMs.default(10_000),
      callMs: durationMs.default(60_000),
      idleMs: durationMs.default(1_800_000),
    })
    .prefault({}),
  health: z
    .strictObject({ intervalMs: durationMs.default(15_000), timeoutMs: durationMs.default(5_000) })
    .prefault({}),
  sync: z.strictObject({ intervalMs: durationMs.default(300_000) }).prefault({}),
  cache: z
    .strictObject({
      ttlMs: durationMs.default(300_000).describe('How long what was read from the database is kept.'),
    })
    .prefault({}),
});

function namesAreUnique(entries: readonly { readonly name: string }[], context: z.RefinementCtx): void {
  for (const [index, { name }] of entries.entries())
    if (name !== '' && entries.findIndex((other) => other.name === name) < index)
      context.addIssue({
        code: 'custom',
        path: [index, 'name'],
        message: `There is a server "${name}" above already.`,
      });
}

/** The whole configuration file. Everything has a default: an empty file, or none, works. */
export const configSchema = z.strictObject({
  host: z.string().min(1).default('127.0.0.1').describe('The address to listen on.'),
  port: integer(0, 65_535).default(8080).describe('0 takes any free port.'),
  dataDir: z.string().min(1).default('.patchbay').describe('For admin.key, secrets.key and patchbay.db.'),
  database: z
    .string()
    .regex(
      /^(?:sqlite|memory|postgres(?:ql)?:\/\/.+)$/,
      'Write sqlite, memory, or postgres://user:password@host/name.',
    )
    .default('sqlite')
    .describe('sqlite, memory, or postgres://…'),
  startup: z.enum(['degraded', 'not-ready', 'fatal', 'lazy']).default('degraded'),
  tls: z
    .strictObject({ cert: z.string().min(1), key: z.string().min(1) })
    .optional()
    .describe('Files in PEM form.'),
  behindProxy: truth.default(false).describe('Says that a proxy in front does TLS.'),
  log: z
    .strictObject({
      level: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
      format: z
        .enum(['auto', 'text', 'json'])
        .default('auto')
        .describe('auto: text in a terminal, json elsewhere.'),
    })
    .prefault({}),
  auth: authSchema.prefault({}),
  encryption: encryptionSchema.prefault({}),
  mcp: mcpSchema.prefault({}),
  policies: z.array(z.unknown()).max(0, notYet('policies')).default([]),
  approvals: z.strictObject({ timeoutMs: durationMs.default(300_000) }).prefault({}),
  profiles: z.record(z.string(), z.never(notYet('profiles'))).default({}),
  masking: z
    .strictObject({
      groups: z.array(z.string()).default(['security']),
      patterns: z.array(z.unknown()).max(0, notYet('masking patterns')).default([]),
    })
    .prefault({}),
  models: z.array(z.unknown()).max(0, notYet('models')).default([]),
  agents: z.array(z.unknown()).max(0, notYet('agents')).default([]),
  mesh: z
    .strictObject({
      port: z.null(notYet('a mesh port')).default(null),
      enforceNamespaces: truth.default(false),
      inCatalog: truth.default(false),
    })
    .prefault({}),
});
export type Config = z.output<typeof configSchema>;
export type ConfigInput = z.input<typeof configSchema>;
