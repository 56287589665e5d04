import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '@patchbay/contracts';
import { expect, it } from 'vitest';

/** Routes that need no command, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  live: 'for what watches the process; `status` asks more',
  ready: 'for what watches the process; `status` asks more',
  landing: 'a page',
  signIn: 'a browser signs in; `dashboard` makes the link',
  signOut: 'a browser signs out',
  listSignIns: 'for the page where a browser signs in',
  beginSignIn: 'a browser signs in elsewhere',
  finishSignIn: 'a browser comes back from there',
  listToolsV1: 'the same as listTools, for older clients',
  answerApproval: 'approve and reject in one, for chat clients',
  deletePlainPolicy: 'the same as deletePolicy, by names; `policies remove` finds the rule',
  runSteps: 'the same as runEvents, which `runs show` reads',
  createCompletion: "for OpenAI's clients",
  listCompletionModels: "for OpenAI's clients",
  getCompletionModel: "for OpenAI's clients",
  protectedResource: 'for MCP clients that sign in by themselves',
  protectedResourceMcp: 'for MCP clients that sign in by themselves',
  protectedResourceSse: 'for MCP clients that sign in by themselves',
};

/** The client reads some streams for those who use it. */
const folders = [join(import.meta.dirname, '**'), join(import.meta.dirname, '..', '..', 'client', 'src')];

const source = globSync(folders.map((folder) => join(folder, '*.ts')))
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

it.each(Object.keys(routes))('%s can be reached from the command line, or is named here', (name) => {
  const isUsed = new RegExp(String.raw`\.${name}\(`).test(source);
  expect(isUsed).toBe(!Object.hasOwn(exceptions, name));
});

it('names no route that is gone', () => {
  expect(Object.keys(exceptions).filter((name) => !Object.hasOwn(routes, name))).toEqual([]);
});
