import {
  agentEntrySchema,
  durationMs,
  integer,
  line,
  modelEntrySchema,
  policyEntrySchema,
  profileEntrySchema,
  profileNameSchema,
  secretText,
  truth,
} from '@patchbay/contracts';
import { z } from 'zod';
import { authSchema } from './auth-schema.ts';
import { limitsSchema } from './limits-schema.ts';
import { maskingSchema } from './masking-schema.ts';
import { mcpSchema } from './mcp-schema.ts';
import { meshSchema } from './mesh-schema.ts';
import { tracingSchema } from './tracing-schema.ts';
import { namesAreUnique, rulesAreUnique } from './unique-rules.ts';

const notBoth = 'Give the password or its file, not both.';
const previousAlone = 'The previous password only helps to change to another: give that one too.';

const encryptionSchema = z
  .strictObject({
    masterPassword: secretText.optional().describe('Seals the secrets instead of the file secrets.key.'),
    masterPasswordFile: z
      .string()
      .min(1)
      .optional()
      .describe('A file that has the password in it; safer than the environment.'),
    previousMasterPassword: secretText
      .optional()
      .describe('Opens what was sealed before the password changed.'),
    previousMasterPasswordFile: z.string().min(1).optional().describe('The same, in a file.'),
  })
  .refine((own) => !own.masterPassword || !own.masterPasswordFile, {
    path: ['masterPasswordFile'],
    message: notBoth,
  })
  .refine((own) => !own.previousMasterPassword || !own.previousMasterPasswordFile, {
    path: ['previousMasterPasswordFile'],
    message: notBoth,
  })
  .superRefine((own, context) => {
    if (own.masterPassword || own.masterPasswordFile) return;
    for (const key of ['previousMasterPassword', 'previousMasterPasswordFile'] as const)
      if (own[key]) context.addIssue({ code: 'custom', path: [key], message: previousAlone });
  });

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
  startup: z
    .enum(['degraded', 'not-ready', 'fatal', 'lazy'])
    .default('degraded')
    .describe(
      'What a required server that does not connect means: start all the same, stay not ready, exit, or connect on first use.',
    ),
  tls: z
    .strictObject({
      cert: z.string().min(1).describe('A file in PEM form, with the chain.'),
      key: z.string().min(1).describe('A file in PEM form.'),
    })
    .optional(),
  behindProxy: truth.default(false).describe('Says that a proxy in front does TLS.'),
  dashboard: truth.default(true).describe('Whether the dashboard is served at `/`.'),
  log: z
    .strictObject({
      level: z
        .enum(['debug', 'info', 'warn', 'error', 'silent'])
        .default('info')
        .describe('The least that is written.'),
      format: z
        .enum(['auto', 'text', 'json'])
        .default('auto')
        .describe('auto: text in a terminal, json elsewhere.'),
    })
    .prefault({}),
  auth: authSchema.prefault({}),
  encryption: encryptionSchema.prefault({}),
  mcp: mcpSchema.prefault({}),
  policies: z.array(policyEntrySchema).superRefine(rulesAreUnique).default([]),
  limits: limitsSchema,
  approvals: z
    .strictObject({
      timeoutMs: durationMs.default(300_000).describe('An approval that nobody gives by then is refused.'),
      maxPending: integer(1, 100_000)
        .default(1_000)
        .describe('When so many wait, further calls are refused.'),
      fourEyes: truth.default(false).describe('Nobody decides about calls of their own key.'),
    })
    .prefault({}),
  audit: z
    .strictObject({
      values: truth
        .default(false)
        .describe('Also keep arguments and results: masked, sealed, and shown to admins only.'),
      retentionDays: integer(0, 36_500)
        .default(90)
        .describe('How long rows are kept; 0 keeps them for ever.'),
    })
    .prefault({}),
  results: z
    .strictObject({
      keepHours: integer(0, 8_760)
        .default(24)
        .describe('How long answers that were cut can be read whole; 0 keeps none.'),
      maxBytes: integer(0, 100_000_000_000)
        .default(268_435_456)
        .describe('Of all of them together; beyond it the oldest go.'),
      summaryModel: line(64)
        .min(1)
        .nullable()
        .default(null)
        .describe(
          'The name of one of `models`, which tells answers of more than about 5,000 tokens in fewer words to the agents of runs.',
        ),
    })
    .prefault({}),
  profiles: z
    .record(profileNameSchema, profileEntrySchema)
    .default({})
    .describe('Named views of the catalogue, each at /mcp/<name>.'),
  masking: maskingSchema.prefault({}),
  models: z.array(modelEntrySchema).superRefine(namesAreUnique).default([]),
  agents: z.array(agentEntrySchema).superRefine(namesAreUnique).default([]),
  alerts: z
    .array(
      z.strictObject({
        type: z.string().min(1).max(100).describe('The type of alert; * takes all others.'),
        agent: z.string().min(1).max(64).describe('Who looks at it.'),
      }),
    )
    .default([])
    .describe('Which agent looks at which alerts.'),
  runs: z
    .strictObject({
      maxConcurrent: integer(1, 1_000).default(10).describe('How many this hub works on at once.'),
      retentionDays: integer(0, 36_500)
        .default(30)
        .describe('How long runs that have ended are kept; 0 keeps them for ever.'),
    })
    .prefault({}),
  mesh: meshSchema.prefault({}),
  tracing: tracingSchema.prefault({}),
});
export type Config = z.output<typeof configSchema>;
export type ConfigInput = z.input<typeof configSchema>;
