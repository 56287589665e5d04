import { dialects, fail, integer, parseDuration, policyKinds } from '@patchbay/contracts';
import { z } from 'zod';
import type { Flag } from './command.ts';
import { toPolicyKind } from './policy-kind.ts';
import { readText } from './read-text.ts';

/** What `agents add` takes. */
export const agentFlags: readonly Flag[] = [
  ['--model <name>', 'one of `patchbay models list`'],
  ['--instructions <text>', 'what it is told before every question'],
  ['--instructions-file <file>', 'the same, from a file'],
  ['--description <text>', 'for people'],
  ['--dialect <name>', `how it uses tools: ${dialects.join(' or ')} (default: native)`],
  ['--server <name>', 'a server whose tools it has (default: all of them)', 'repeats'],
  ['--tool <server.tool>', 'only this tool of its server', 'repeats'],
  ['--no-servers', 'it has no tools'],
  [
    '--approval <policy>',
    `for calls that no rule is about and that may change something: ${policyKinds.join(', ')}; or allow, deny, ask (default)`,
  ],
  ['--isolated', 'each run has connections of its own'],
  ['--max-turns <count>', 'how often the model is asked in one run (default: 20)'],
  ['--max-tools <count>', 'how many tools it is shown (default: 30)'],
  ['--max-tool-calls <count>', 'how many tools it may call in one run (default: 100)'],
  ['--max-tokens <count>', 'how many tokens one run may use'],
  ['--max-time <time>', 'how long one run may take, without waiting for approvals: 90s, 40m (default)'],
];

const tool = z.string().transform((text, context): readonly [server: string, tool: string] => {
  const at = text.indexOf('.');
  if (at > 0 && at < text.length - 1) return [text.slice(0, at), text.slice(at + 1)];
  context.addIssue(`"${text}" is not server.tool.`);
  return z.NEVER;
});

const time = z.string().transform((text, context): number => {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  context.addIssue(`"${text}" is no time. Write it as 90s or 40m.`);
  return z.NEVER;
});

export const agentInput = z.object({
  model: z.string({ error: 'Say which model: `patchbay models list` shows those there are.' }),
  instructions: z.string().optional(),
  instructionsFile: z.string().optional(),
  description: z.string().optional(),
  dialect: z.enum(dialects).optional(),
  server: z.array(z.string()).optional(),
  tool: z.array(tool).optional(),
  servers: z.boolean().default(true),
  approval: z.string().transform(toPolicyKind).optional(),
  isolated: z.boolean().optional(),
  maxTurns: integer(1, 1_000).optional(),
  maxTools: integer(0, 1_000).optional(),
  maxToolCalls: integer(0, 10_000).optional(),
  maxTokens: integer(1, 1_000_000_000).optional(),
  maxTime: time.optional(),
});
type AgentFlags = z.output<typeof agentInput>;

export function toAgentBody(flags: AgentFlags) {
  const { model, description, dialect, approval, isolated } = flags;
  const { maxTurns, maxTools, maxToolCalls, maxTokens, maxTime: maxMs } = flags;
  const limits = { maxTurns, maxTools, maxToolCalls, maxTokens, maxMs };
  const instructions = instructionsOf(flags);
  return { model, description, dialect, approval, isolated, limits, instructions, servers: serversOf(flags) };
}

function instructionsOf({ instructions, instructionsFile }: AgentFlags): string | undefined {
  if (instructionsFile === undefined) return instructions;
  if (instructions === undefined) return readText('--instructions-file', instructionsFile);
  throw invalid('--instructions, --instructions-file', 'Give the instructions in one way.');
}

/** A tool brings its server along; a server that is named and has none of them has all of its own. */
function serversOf({ server = [], tool: tools = [], servers }: AgentFlags) {
  const named = [...new Set([...server, ...tools.map(([name]) => name)])];
  if (!servers && named.length > 0) throw invalid('--no-servers', 'It has servers, or it has none.');
  if (!servers) return [];
  if (named.length === 0) return undefined;
  return named.map((name) => {
    const own = tools.flatMap(([of, one]) => (of === name ? [one] : []));
    return own.length === 0 ? { name } : { name, tools: own };
  });
}

function invalid(path: string, message: string) {
  return fail('INPUT_INVALID', { problems: [{ path, message }] });
}
