import { showArgument } from '@patchbay/contracts';
import type { Context } from './command.ts';
import { confirmed } from './confirm.ts';
import { bold } from './output.ts';
import { showArgv } from './show-text.ts';

interface Started {
  readonly argv: readonly string[];
  readonly cwd?: string | null | undefined;
}

export interface CommandQuestion {
  readonly name: string;
  readonly next: Started;
  readonly before?: Started | undefined;
}

const indent = '    ';

/** Nothing becomes a program that the hub starts before somebody has seen all of it. */
export async function commandConfirmed(
  context: Context,
  { name, next, before }: CommandQuestion,
): Promise<boolean> {
  const { isInteractive, err, columns } = context;
  if (isInteractive && before)
    err(`Until now the hub starts for ${bold(name)}:\n\n${show(before, columns)}\n`);
  if (isInteractive)
    err(`For ${bold(name)} the hub will start, as the user that it runs as:\n\n${show(next, columns)}\n`);
  return confirmed(context, 'Is this the command that you mean?');
}

function show({ argv, cwd }: Started, columns: number): string {
  const lines = showArgv(argv, columns - indent.length).map((line) => `${indent}${line}`);
  return [...lines, ...(cwd ? [`${indent}in ${showArgument(cwd)}`] : [])].join('\n');
}
