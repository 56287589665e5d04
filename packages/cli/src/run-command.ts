import { fail, parseExplained, toProblems } from '@patchbay/contracts';
import type { Command, Context } from './command.ts';
import { connect } from './connection.ts';
import type { Session } from './session.ts';

/** Runs a command with what was typed for it. Returns the exit code. */
export function runCommand(
  command: Command,
  given: Record<string, unknown>,
  session: Session,
): Promise<number> {
  return command.run(contextOf(session), parseInput(command, given));
}

/** Words that stand in the wrong place, before or behind `--`. */
export function misplaced(message: string): Error {
  return fail('INPUT_INVALID', { problems: [{ path: '', message }] });
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
