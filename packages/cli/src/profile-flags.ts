import { fail, namings, policyKinds, roles, type PolicyKind, type ProfileView } from '@patchbay/contracts';
import { z } from 'zod';
import type { Flag } from './command.ts';

/** What `profiles add` and `profiles set` take. A list that is given takes the place of the one before. */
export const profileFlags: readonly Flag[] = [
  ['--server <pattern>', 'servers that it has; * and ? stand for any characters and for one', 'repeats'],
  ['--allow <pattern>', 'only tools whose server.tool is like this', 'repeats'],
  ['--deny <pattern>', 'no tool whose server.tool is like this', 'repeats'],
  ['--naming <way>', `what tools are called: ${namings.join(' (server__tool) or ')} (tool)`],
  ['--rename <server.tool=name>', 'call this tool otherwise; without a name, as before', 'each'],
  ['--describe <server.tool=text>', 'other words for this tool; without words, its own', 'each'],
  ['--rule <rule>', 'a rule that holds only here: "deny github delete_*"', 'each'],
  ['--no-rules', 'no rules of its own'],
  ['--search', 'list only search_tools, call_tool and what is pinned'],
  ['--no-search', 'list every tool'],
  ['--pin <pattern>', 'with --search: tools that are listed all the same, as server.tool', 'repeats'],
  ['--title <text>', 'for people'],
  ['--instructions <text>', 'for models, before what its servers say'],
  ['--role <role>', `who may use it, beside those of --principal: ${roles.join(', ')}`, 'repeats'],
  ['--principal <id>', 'who may use it, such as key:c196e94448b56139', 'repeats'],
  ['--everybody', 'whoever may use MCP may use it'],
];

const pair = z.string().transform((text, context): readonly [tool: string, value: string] => {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  context.addIssue(`"${text}" is not server.tool=value.`);
  return z.NEVER;
});

const short: Readonly<Record<string, PolicyKind>> = {
  allow: 'ALWAYS_ALLOW',
  deny: 'ALWAYS_DENY',
  ask: 'ASK_USER',
};

const rule = z.string().transform((text, context) => {
  const [kind = '', server, tool, ...more] = text.trim().split(/\s+/);
  const policy = short[kind.toLowerCase()] ?? policyKinds.find((known) => known === kind.toUpperCase());
  if (policy && server !== undefined && tool !== undefined && more.length === 0)
    return { policy, server, tool };
  context.addIssue(`"${text}" is not allow, deny or ask with a server and a tool: "deny github delete_*".`);
  return z.NEVER;
});

export const profileInput = z.object({
  server: z.array(z.string()).optional(),
  allow: z.array(z.string()).optional(),
  deny: z.array(z.string()).optional(),
  naming: z.enum(namings).optional(),
  rename: z.array(pair).optional(),
  describe: z.array(pair).optional(),
  rule: z.array(rule).optional(),
  rules: z.boolean().default(true),
  search: z.boolean().optional(),
  pin: z.array(z.string()).optional(),
  title: z.string().optional(),
  instructions: z.string().optional(),
  role: z.array(z.enum(roles)).optional(),
  principal: z.array(z.string()).optional(),
  everybody: z.boolean().optional(),
});
type Input = z.output<typeof profileInput>;

/** What was asked for, on top of what there is; undefined fields stay as they are. */
export function toProfileBody(flags: Input, before?: ProfileView) {
  if (flags.everybody && (flags.role || flags.principal))
    throw invalid('--everybody', 'Name who may use it, or say --everybody; not both.');
  return {
    title: textOf(flags.title),
    servers: flags.server,
    tools: toTools(flags, before),
    naming: flags.naming,
    overrides: toOverrides(flags, before),
    policies: flags.rules ? flags.rule : [],
    search: toSearch(flags, before),
    instructions: textOf(flags.instructions),
    access: toAccess(flags, before),
  };
}

export function assertGiven(body: Readonly<Record<string, unknown>>): void {
  if (Object.values(body).some((value) => value !== undefined)) return;
  throw invalid('', 'Say what to change. `patchbay profiles set --help` has examples.');
}

/** An empty text takes one away. */
function textOf(text: string | undefined): string | null | undefined {
  return text === '' ? null : text;
}

function toTools({ allow, deny }: Input, before?: ProfileView) {
  if (!allow && !deny) return undefined;
  return { ...before?.tools, ...(allow && { allow }), ...(deny && { deny: withoutEmpty(deny) }) };
}

function toSearch({ search, pin }: Input, before?: ProfileView) {
  if (search === undefined && !pin) return undefined;
  return {
    ...before?.search,
    ...(search !== undefined && { enabled: search }),
    ...(pin && { pinned: withoutEmpty(pin) }),
  };
}

function toAccess({ role, principal, everybody }: Input, before?: ProfileView) {
  if (everybody) return {};
  if (!role && !principal) return undefined;
  return { ...before?.access, ...(role && { roles: role }), ...(principal && { principals: principal }) };
}

/** `--deny ""` empties a list. */
function withoutEmpty(list: readonly string[]): string[] {
  return list.filter((text) => text !== '');
}

function toOverrides({ rename = [], describe = [] }: Input, before?: ProfileView) {
  if (rename.length + describe.length === 0) return undefined;
  const all = new Map(Object.entries(before?.overrides ?? {}));
  const put = (tool: string, key: 'name' | 'description', value: string): void => {
    const { [key]: _, ...others } = all.get(tool) ?? {};
    const next = value === '' ? others : { ...others, [key]: value };
    if (Object.keys(next).length === 0) all.delete(tool);
    else all.set(tool, next);
  };
  for (const [tool, name] of rename) put(tool, 'name', name);
  for (const [tool, words] of describe) put(tool, 'description', words);
  return Object.fromEntries(all);
}

function invalid(path: string, message: string) {
  return fail('INPUT_INVALID', { problems: [{ path, message }] });
}
