import { fail, PatchbayError, toErrorBody } from '@patchbay/contracts';
import { Command as Commander, CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import type { Command, Context, Terminal } from './command.ts';
import { commands, groups } from './commands.ts';
import { connect } from './connection.ts';
import { bad, faint } from './output.ts';

const wrongUsage = 2;

/** Runs one command line and returns the exit code: 0 done, 1 failed, 2 not understood. */
export async function runProgram(argv: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode = 0;
  const program = createProgram(terminal, (code) => void (exitCode = code));
  const json = argv.includes('--json');
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUsage;
    return reportError(error, json, terminal);
  }
}

function createProgram(terminal: Terminal, done: (code: number) => void): Commander {
  const program = new Commander('patchbay')
    .description('One governed endpoint for all your MCP servers.')
    .version(manifest.version)
    .option('--json', 'print results as JSON')
    .showSuggestionAfterError()
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
    })
    .addHelpText(
      'after',
      '\nPATCHBAY_URL and PATCHBAY_KEY say which hub and who you are; on the machine of the hub, neither is needed.',
    );
  for (const command of commands) addCommand(program, command, { terminal, done });
  return program;
}

interface Wiring {
  readonly terminal: Terminal;
  readonly done: (code: number) => void;
}

function addCommand(program: Commander, command: Command, { terminal, done }: Wiring): void {
  const words = command.name.split(' ');
  const added = parentOf(program, words.slice(0, -1))
    .command(words.at(-1) ?? '')
    .description(command.summary);
  for (const [name, description] of command.args ?? []) added.argument(name, description);
  for (const [flags, description] of command.flags ?? []) added.option(flags, description);
  added.option('--json', 'print the result as JSON');
  if (command.examples)
    added.addHelpText('after', `\nExamples:\n${command.examples.map((line) => `  ${line}`).join('\n')}`);
  added.action(async () => {
    const flags = added.optsWithGlobals();
    const args = added.registeredArguments.map((argument, at) => [argument.name(), added.args[at]] as const);
    const input = parseInput(command, { ...flags, ...Object.fromEntries(args) });
    done(await command.run(contextOf(terminal, flags['json'] === true), input));
  });
}

function parentOf(program: Commander, words: readonly string[]): Commander {
  return words.reduce((parent, word) => {
    const known = parent.commands.find((candidate) => candidate.name() === word);
    return (
      known ??
      parent
        .command(word)
        .description(groups[word] ?? '')
        .helpCommand(false)
    );
  }, program);
}

function parseInput(command: Command, given: Record<string, unknown>) {
  const parsed = command.input.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw fail('INPUT_INVALID', { problems });
}

function contextOf(terminal: Terminal, json: boolean): Context {
  return { ...terminal, json, hub: () => connect(terminal) };
}

function reportError(error: unknown, json: boolean, { err }: Terminal): number {
  if (!PatchbayError.is(error)) throw error;
  if (json) err(JSON.stringify(toErrorBody(error, new Date())));
  else if (error.code === 'INPUT_INVALID') err(`${bad('Error:')} ${error.message}`);
  else err(`${bad('Error:')} ${error.message}\n${faint(error.fix)}`);
  return error.code === 'INPUT_INVALID' ? wrongUsage : 1;
}
