import { Command as Commander, CommanderError, Help } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import type { Command, Terminal } from './command.ts';
import type { Row } from './command-row.ts';
import { commands, groups } from './commands.ts';
import { exitCodes, notUnderstood } from './exit-codes.ts';
import { bad, bold } from './output.ts';
import type { Session } from './session.ts';

/**
 * Runs one command line and returns the exit code. Only the command that is meant is loaded, and what speaks to a hub
 * only when one is run: help and the version must come at once.
 */
export async function runProgram(argv: readonly string[], terminal: Terminal): Promise<number> {
  const end = argv.indexOf('--');
  const own = end === -1 ? argv : argv.slice(0, end);
  const rest = end === -1 ? [] : argv.slice(end + 1);
  const session: Session = { terminal, json: own.includes('--json'), rest, exitCode: 0 };
  try {
    const program = await createProgram(session, meant(own));
    await program.parseAsync([...argv], { from: 'user' });
    return session.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : notUnderstood;
    const { reportError } = await import('./report-error.ts');
    return reportError(error, session);
  }
}

/** The command that the words name: `keys list`, `--json keys list` and `help keys list` mean the same one. */
function meant(argv: readonly string[]): Row | undefined {
  const words = argv.filter((word) => !word.startsWith('-'));
  const [first, second] = words[0] === 'help' ? words.slice(1) : words;
  return (
    commands.find(({ name }) => name === `${first ?? ''} ${second ?? ''}`) ??
    commands.find(({ name }) => name === first)
  );
}

async function createProgram(session: Session, called: Row | undefined): Promise<Commander> {
  const { terminal, json } = session;
  const report = json ? await import('./report-error.ts') : undefined;
  const program = new Commander('patchbay')
    .description('One governed endpoint for all your MCP servers.')
    .version(manifest.version)
    .option('--json', 'print results as JSON')
    .showSuggestionAfterError()
    .exitOverride()
    .configureHelp({ styleTitle: bold })
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
      getOutHelpWidth: () => helpWidth(terminal),
      getErrHelpWidth: () => helpWidth(terminal),
      outputError: (text, write) =>
        write(report?.usageAsJson(text) ?? text.replace(/^error:/, bad('Error:'))),
    })
    .addHelpText('after', () => endOfHelp(helpWidth(terminal)));
  for (const row of commands) addRow(program, row);
  if (called) fill(find(program, called), await called.load(), session);
  return program;
}

/** Longer lines are hard to read, however wide the terminal is. */
const widestHelp = 100;

function helpWidth({ columns }: Terminal): number {
  return Math.min(columns, widestHelp);
}

function endOfHelp(width: number): string {
  const codes = exitCodes.map(([code, means]) => `  ${String(code)}  ${means}`);
  const hub =
    'PATCHBAY_URL and PATCHBAY_KEY say which hub and who you are. In the folder of a hub that runs, neither is needed.';
  return [
    '',
    bold('Exit codes:'),
    ...codes,
    '',
    new Help().boxWrap(hub, width),
    '`patchbay help <command>` shows flags and examples.',
  ].join('\n');
}

function addRow(program: Commander, { name, summary }: Row): void {
  const words = name.split(' ');
  const [group = ''] = words;
  const parent =
    words.length === 1
      ? program
      : (childOf(program, group) ?? program.command(group).description(groups[group] ?? ''));
  parent.command(words.at(-1) ?? '').description(summary);
}

function find(program: Commander, { name }: Row): Commander {
  return name.split(' ').reduce((parent, word) => childOf(parent, word) ?? parent, program);
}

function childOf({ commands: children }: Commander, word: string): Commander | undefined {
  return children.find((candidate) => candidate.name() === word);
}

/** Gives a command all that only its own file knows. */
function fill(added: Commander, command: Command, session: Session): void {
  for (const [name, description] of command.args ?? [])
    added.argument(name.replace('[-- ', '['), description);
  if (takesRest(command)) added.usage(['[options]', ...(command.args ?? []).map(([name]) => name)].join(' '));
  for (const [flags, description, repeats] of command.flags ?? [])
    if (repeats) added.option(flags, description, collectors[repeats]);
    else added.option(flags, description);
  added.option('--json', 'print the result as JSON');
  if (command.examples)
    added.addHelpText(
      'after',
      ['', bold('Examples:'), ...command.examples.map((line) => `  ${line}`)].join('\n'),
    );
  added.action(async () => {
    const { misplaced, runCommand } = await import('./run-command.ts');
    const wrong = takesRest(command) ? wrongPlace(added, session.rest) : undefined;
    if (wrong !== undefined) throw misplaced(wrong);
    const args = added.registeredArguments.map(
      (argument, at) => [argument.name(), added.processedArgs[at] as unknown] as const,
    );
    const given = { ...added.optsWithGlobals(), ...Object.fromEntries(args) };
    session.exitCode = await runCommand(command, given, session);
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
function wrongPlace({ args, registeredArguments }: Commander, rest: readonly string[]): string | undefined {
  const own = args.slice(0, args.length - rest.length);
  const wanted = registeredArguments.slice(0, -1).map((argument) => argument.name());
  if (own.length === wanted.length) return undefined;
  return own.length > wanted.length
    ? `Put -- in front of the command: -- ${own[wanted.length] ?? ''} …`
    : `Put <${wanted[own.length] ?? ''}> in front of --.`;
}
