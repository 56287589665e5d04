import { z } from 'zod';
import { roles } from './access.ts';
import { line, prose, truth } from './fields.ts';
import { policyEntrySchema, type PolicyEntry } from './policies.ts';

export const profileNameSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9])?$/,
    'Use 1 to 64 letters, digits, - and _, with a letter or digit at both ends.',
  );

/** Tools of the hub itself, which nothing else may be called. */
export const hubToolNames = ['search_tools', 'call_tool'] as const;

export const namings = ['prefixed', 'bare'] as const;
export type Naming = (typeof namings)[number];

const maxPatterns = 500;
const patterns = (max: number) => z.array(prose(max).min(1)).max(maxPatterns);
const toolPatterns = patterns(320);

const overrideSchema = z
  .strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Use 1 to 64 letters, digits, - and _.')
      .refine((name) => !hubToolNames.some((own) => own === name), 'The hub has a tool of this name itself.')
      .optional()
      .describe('What the tool is called in this profile.'),
    title: line(200).min(1).optional(),
    description: prose(10_000).min(1).optional().describe('What models read instead of its own words.'),
  })
  .meta({ id: 'ToolOverride' });
export type ToolOverride = z.output<typeof overrideSchema>;

const overridesSchema = z.record(z.string().min(3).max(320), overrideSchema).superRefine((all, context) => {
  const taken = new Set<string>();
  for (const [tool, { name }] of Object.entries(all)) {
    if (!/^[A-Za-z0-9_-]+\../.test(tool))
      context.addIssue({ code: 'custom', path: [tool], message: 'Name the tool as server.tool.' });
    if (name === undefined) continue;
    const message = `Another tool of this profile is called "${name}" already.`;
    if (taken.has(name)) context.addIssue({ code: 'custom', path: [tool, 'name'], message });
    taken.add(name);
  }
});

const toolsSchema = z.strictObject({
  allow: toolPatterns.default(['*']).describe('Only tools whose server.tool is like one of these.'),
  deny: toolPatterns.default([]).describe('And none that is like one of these.'),
});

const searchSchema = z.strictObject({
  enabled: truth.default(false).describe('List only search_tools, call_tool and the pinned tools.'),
  pinned: toolPatterns.default([]).describe('Tools that are listed all the same, as server.tool.'),
});

const accessSchema = z.strictObject({
  roles: z.array(z.enum(roles)).default([]).describe('Who has one of these roles may use it.'),
  principals: z
    .array(line(300).min(1))
    .max(1_000)
    .default([])
    .describe('So may these, as `GET /api/me` names them.'),
});

/** Two rules about the same calls would leave open which of them is meant. */
function rulesAreUnique(rules: readonly PolicyEntry[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, { server, tool, role, principal, arguments: args }] of rules.entries()) {
    const conditions = Object.entries(args).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const about = JSON.stringify([server, tool, role, principal, conditions]);
    const message = 'There is a rule about the same calls above already.';
    if (seen.has(about)) context.addIssue({ code: 'custom', path: [index], message });
    seen.add(about);
  }
}

/** What a profile is, wherever it is written down. Without any of it, it shows all that there is. */
const shape = {
  title: line(200).nullable(),
  description: prose(2_000).nullable(),
  servers: patterns(64).describe('Names of servers; `*` stands for any characters, `?` for one.'),
  tools: toolsSchema.describe('Which of their tools.'),
  naming: z
    .enum(namings)
    .describe('server__tool, or the bare name: of two with the same, the first server by name has it.'),
  overrides: overridesSchema.describe('Other names and descriptions, by server.tool.'),
  policies: z
    .array(policyEntrySchema)
    .max(maxPatterns)
    .superRefine(rulesAreUnique)
    .describe('Rules about calls that hold only here, beside those of the hub.'),
  search: searchSchema,
  instructions: prose(10_000).nullable().describe('For models, before what its servers say.'),
  access: accessSchema.describe('Who may use it. Everybody who may use MCP, if nobody is named.'),
};

/** A profile in the configuration file. */
export const profileEntrySchema = z
  .strictObject({
    title: shape.title.default(null),
    description: shape.description.default(null),
    servers: shape.servers.default(['*']),
    tools: toolsSchema.prefault({}),
    naming: shape.naming.default('prefixed'),
    overrides: shape.overrides.default({}),
    policies: shape.policies.default([]),
    search: searchSchema.prefault({}),
    instructions: shape.instructions.default(null),
    access: accessSchema.prefault({}),
  })
  .meta({ id: 'ProfileEntry' });
export type ProfileEntry = z.output<typeof profileEntrySchema>;

const changes = {
  title: shape.title.optional(),
  description: shape.description.optional(),
  servers: shape.servers.optional(),
  tools: toolsSchema.optional(),
  naming: shape.naming.optional(),
  overrides: shape.overrides.optional(),
  policies: shape.policies.optional(),
  search: searchSchema.optional(),
  instructions: shape.instructions.optional(),
  access: accessSchema.optional(),
};

/** A profile in a request. What is left out has its default in a new one and stays as it is in one that exists. */
export const profileBodySchema = z
  .strictObject({
    ...changes,
    revision: z.number().int().positive().optional().describe('The revision that you read.'),
  })
  .meta({ id: 'ProfileBody' });
export type ProfileBody = z.output<typeof profileBodySchema>;

export const newProfileSchema = z
  .strictObject({ name: profileNameSchema, ...changes })
  .meta({ id: 'NewProfile' });

export const profileSchema = z
  .object({
    name: z.string(),
    path: z.string().describe('Where MCP clients find it.'),
    ...profileEntrySchema.shape,
    search: z.object({ enabled: z.boolean(), pinned: z.array(z.string()) }),
    source: z.enum(['config', 'api']).describe('config: it stands in the file and is changed there.'),
    revision: z.number().int().nullable(),
    createdBy: z.string().nullable(),
    createdAt: z.iso.datetime().nullable(),
    updatedBy: z.string().nullable(),
    updatedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Profile' });
export type ProfileView = z.output<typeof profileSchema>;
