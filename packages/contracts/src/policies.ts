import { z } from 'zod';
import { roles } from './access.ts';
import { parseArgumentPath } from './argument-path.ts';
import { line, prose } from './fields.ts';

/** What a rule says about the calls that it is about. */
export const policyKinds = ['ALWAYS_ALLOW', 'ALWAYS_DENY', 'ASK_USER'] as const;
export type PolicyKind = (typeof policyKinds)[number];

/** By which face a call comes in. */
export const callFaces = ['rest', 'mcp', 'library', 'run', 'mesh'] as const;
export type CallFace = (typeof callFaces)[number];

/** Enough for a tool with many arguments; each is looked at in every call that the rule is about. */
const maxConditions = 20;
const maxPattern = 1_000;

/** A text in which `*` stands for any characters and `?` for one. Spaces count. */
function glob(max: number) {
  return prose(max).min(1);
}

const argumentsSchema = z
  .record(prose(200), glob(maxPattern))
  .refine((all) => Object.keys(all).length <= maxConditions, `At most ${String(maxConditions)} arguments.`)
  .superRefine((all, context) => {
    const message = 'Write the name of an argument, such as path, options.mode or items[].name.';
    for (const path of Object.keys(all))
      if (parseArgumentPath(path) === undefined) context.addIssue({ code: 'custom', path: [path], message });
  });

const who = {
  role: z.enum(roles).nullable().default(null).describe('Only for principals that have this role.'),
  principal: line(300)
    .min(1)
    .nullable()
    .default(null)
    .describe('Only for this one, as `GET /api/me` names it: key:<id>, or token:<issuer>#<subject>.'),
};

const rest = {
  arguments: argumentsSchema
    .default({})
    .describe('Only where these arguments have these values; `*` stands for any characters, `?` for one.'),
  ...who,
  policy: z.enum(policyKinds),
  expiresAt: z.iso.datetime({ offset: true }).nullable().default(null).describe('Never, if left out.'),
  note: line(300).nullable().default(null).describe('Why; shown to those who are refused or asked.'),
};

const server = glob(64).describe('The name of a server; may have `*` and `?`.');
const tool = glob(255).describe('The name of a tool as its server calls it; may have `*` and `?`.');

const oneOfBoth = { path: ['role'], message: 'Name a principal or a role, not both.' };
const isOneOfBoth = (rule: { readonly role: unknown; readonly principal: unknown }): boolean =>
  rule.role === null || rule.principal === null;

/** A rule in the configuration file. */
export const policyEntrySchema = z
  .strictObject({ server, tool, ...rest })
  .refine(isOneOfBoth, oneOfBoth)
  .meta({ id: 'PolicyEntry' });
export type PolicyEntry = z.output<typeof policyEntrySchema>;

const digestSchema = z.string().regex(/^[0-9a-f]{64}$/, 'Write 64 hexadecimal digits.');

/** A rule in a request. */
export const policyBodySchema = z
  .strictObject({
    serverId: server,
    toolName: tool,
    ...rest,
    toolDigest: digestSchema
      .nullable()
      .default(null)
      .describe('Of ALWAYS_ALLOW: only while the definition of the tool has this digest.'),
  })
  .refine(isOneOfBoth, oneOfBoth)
  .meta({ id: 'PolicyBody' });
export type PolicyBody = z.output<typeof policyBodySchema>;

export const policySchema = z
  .object({
    id: z.string(),
    serverId: z.string(),
    toolName: z.string(),
    policy: z.enum(policyKinds),
    arguments: z.record(z.string(), z.string()),
    role: z.enum(roles).nullable(),
    principal: z.string().nullable(),
    expiresAt: z.iso.datetime().nullable(),
    isExpired: z.boolean(),
    note: z.string().nullable(),
    toolDigest: z.string().nullable(),
    source: z
      .enum(['config', 'api', 'profile'])
      .describe('config: it stands in the file and is changed there. profile: it belongs to a profile.'),
    createdBy: z.string().nullable(),
    createdAt: z.iso.datetime().nullable(),
    updatedBy: z.string().nullable(),
    updatedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Policy' });
export type PolicyView = z.infer<typeof policySchema>;

export const policyTestSchema = z
  .strictObject({
    toolName: z.string().min(1).max(512).describe('server.tool; with serverId, the bare name.'),
    serverId: z.string().min(1).max(64).nullable().optional(),
    arguments: z.record(z.string(), z.json()).default({}),
    via: z.enum(callFaces).default('mcp').describe('By which face the call comes in.'),
    ...who,
  })
  .meta({ id: 'PolicyTest' });

export const policyVerdictSchema = z
  .object({
    decision: z.enum(['allow', 'deny', 'ask']),
    reason: z.string(),
    policy: policySchema.nullable().describe('The rule that decides it; null where the default does.'),
    serverId: z.string(),
    toolName: z.string(),
    isKnown: z.boolean().describe('Whether there is such a tool now.'),
    as: z.object({ principal: z.string(), roles: z.array(z.enum(roles)), via: z.enum(callFaces) }),
    considered: z
      .array(z.object({ policy: policySchema, matched: z.boolean(), why: z.string() }))
      .describe('Every rule about this tool, in the order in which they are asked; the first match decides.'),
    others: z.number().int().describe('How many rules are about other tools.'),
    wouldChange: z.array(z.string()).describe('What would lead to another answer.'),
  })
  .meta({ id: 'PolicyVerdict' });
export type PolicyVerdict = z.infer<typeof policyVerdictSchema>;
