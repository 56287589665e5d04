import { describe, expect, it } from 'vitest';
import { secretArguments } from './secret-arguments.ts';

describe('secrets in a command line', () => {
  it.each([
    [['--api-key', 'abc'], ['abc']],
    [['--token=abc=='], ['abc==']],
    [['run', '-e', 'GITHUB_TOKEN=abc', 'image'], ['abc']],
    [['postgres://ops:a@b@host/db'], ['a@b']],
    [['-y', '@scope/server-filesystem', '/data', '--key-file'], []],
    [['https://example.com/mcp', 'key'], []],
  ])('of %j are %j', (args, secrets) => {
    expect(secretArguments(args)).toEqual(secrets);
  });
});
