import { fail, parseExplained, PatchbayError, toErrorBody, toProblems } from '@patchbay/contracts';
import { Command as Commander, CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import type { Command, Context, Terminal } from './command.ts';
import { commands, groups } from './commands.ts';
import { connect, type Connection } from './connection.ts';
import { bad, faint } from './output.ts';

const failed = 1;
const notUnderstood = 2;

/** Runs one command line and returns the exit code: 0 done, 1 failed, 2 not understood. */
export async function runProgram(argv: readonly string[], terminal: Terminal): Promise<number> {
  const end = argv.indexOf('--');
  const own = end === -1 ? argv : argv.slice(0, end);
  const rest = end === -1 ? [] : argv.slice(end + 1);
  const session: Session = { terminal, json: own.includes('--json'), rest, exitCode: 0 };
  try {
    await createProgram(session).parseAsync([...argv], { from: 'user' });
    return session.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : notUnderstood;
    return reportError(error, session);
  }
}

interface Session {
  readonly terminal: Terminal;
  readonly json: boolean;
  /** What stands behind `--`. */
  readonly rest: readonly string[];
  exitCode: number;
  /** The hub that was asked, if one was. */
  connection?: Connection;
}

function createProgram(session: Session): Commander {
  const { terminal, json } = session;
  const program = new Commander('patchbay')
    .description('One governed endpoint for all your MCP servers.')
    .version(manifest.version)
    .option('--json', 'print results as JSON')
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
      outputError: (text, write) => write(json ? usageAsJson(text) : text.replace(/^error:/, bad('Error:'))),
    })
    .addHelpText(
      'after',
      '\nPATCHBAY_URL and PATCHBAY_KEY say which hub and who you are. In the folder of a hub that runs, neither is needed.',
    );
  for (const command of commands) addCommand(program, command, session);
  return program;
}

function usageAsJson(text: string): string {
  const message = text
    .replace(/^error: /, '')
    .trim()
    .replaceAll('\n', ' ');
  return JSON.stringify(
    toErrorBody(fail('INPUT_INVALID', { problems: [{ path: '', message }] }), new Date()),
  );
}

function addCommand(program: Commander, command: Command, session: Session): void {
  const words = command.name.split(' ');
  const added = parentOf(program, words.slice(0, -1))
    .command(words.at(-1) ?? '')
    .description(command.summary);
  for (const [name, description] of command.args ?? [])
    added.argument(name.replace('[-- ', '['), description);
  if (takesRest(command)) added.usage(['[options]', ...(command.args ?? []).map(([name]) => name)].join(' '));
  for (const [flags, description, repeats] of command.flags ?? [])
    if (repeats) added.option(flags, description, collectors[repeats]);
    else added.option(flags, description);
  added.option('--json', 'print the result as JSON');
  if (command.examples)
    added.addHelpText('after', `\nExamples:\n${command.examples.map((line) => `  ${line}`).join('\n')}`);
  added.action(async () => {
    if (takesRest(command)) assertPlaces(added, session.rest);
    const args = added.registeredArguments.map(
      (argument, at) => [argument.name(), added.processedArgs[at] as unknown] as const,
    );
    const input = parseInput(command, { ...added.optsWithGlobals(), ...Object.fromEntries(args) });
    session.exitCode = await command.run(contextOf(session), input);
  });
}

const collectors = {
  repeats: (value: string, before: readonly string[] = []): string[] => [...before, ...value.split(',')],
  each: (value: string, before: readonly string[] = []): string[] => [...before, value],
};

function takesRest({ args = [] }: Command): boolean {
  return args.some(([name]) => name.startsWith('[-- '));
}

/** Without `--` in front, some words of a command would be taken for ours, or some of ours for its own. */
function assertPlaces({ args, registeredArguments }: Commander, rest: readonly string[]): void {
  const own = args.slice(0, args.length - rest.length);
  const wanted = registeredArguments.slice(0, -1).map((argument) => argument.name());
  if (own.length === wanted.length) return;
  const message =
    own.length > wanted.length
      ? `Put -- in front of the command: -- ${own[wanted.length] ?? ''} …`
      : `Put <${wanted[own.length] ?? ''}> in front of --.`;
  throw fail('INPUT_INVALID', { problems: [{ path: '', message }] });
}

function parentOf(program: Commander, words: readonly string[]): Commander {
  return words.reduce((parent, word) => {
    const known = parent.commands.find((candidate) => candidate.name() === word);
    return known ?? parent.command(word).description(groups[word] ?? '');
  }, program);
}

function parseInput(command: Command, given: Record<string, unknown>) {
  const parsed = parseExplained(command.input, given);
  if (parsed.success) return parsed.data;
  const problems = toProblems(parsed.issues).map(({ path, message }) => ({
    path: asTyped(command, path),
    message,
  }));
  throw fail('INPUT_INVALID', { problems });
}

/** `role[0]` was typed as `--role`. */
function asTyped({ args = [] }: Command, path: string): string {
  const [name = ''] = path.split(/[.[]/);
  const argument = args.find(([word]) => word.replaceAll(/^\W+|\W+$/g, '') === name);
  return argument?.[0] ?? `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function contextOf(session: Session): Context {
  const { terminal, json } = session;
  const hub = () => (session.connection ??= connect(terminal)).client;
  return { ...terminal, json, hub };
}

function reportError(error: unknown, { terminal: { err, environment }, json, connection }: Session): number {
  const known = PatchbayError.is(error) ? error : fail('UNEXPECTED', {}, error);
  const usage = known.code === 'INPUT_INVALID';
  if (json) err(JSON.stringify(toErrorBody(known, new Date())));
  else err([`${bad('Error:')} ${describe(known)}`, ...hintsOf(known, connection).map(faint)].join('\n'));
  if (!PatchbayError.is(error)) err(describeUnexpected(error, environment['PATCHBAY_LOG_LEVEL'] === 'debug'));
  return usage ? notUnderstood : failed;
}

/** Several problems stand below each other. */
function describe({ message }: PatchbayError): string {
  const lines = message.split('\n');
  return lines.length === 1
    ? message
    : [`${String(lines.length)} problems.`, ...lines.map((line) => `  ${line}`)].join('\n');
}

function hintsOf(error: PatchbayError, connection: Connection | undefined): string[] {
  if (error.code === 'INPUT_INVALID' || error.code === 'CONFIG_INVALID' || error.code === 'UNEXPECTED')
    return [];
  if (error.code === 'UNAUTHENTICATED' && connection) return [connection.asked];
  return [error.fix];
}

function describeUnexpected(error: unknown, inFull: boolean): string {
  const cause = error instanceof Error ? error : new Error(String(error));
  return inFull ? (cause.stack ?? cause.message) : `${cause.message} (PATCHBAY_LOG_LEVEL=debug shows where)`;
}
