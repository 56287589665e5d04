import { aRunTool } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { findRunTool } from './find-run-tool.ts';

describe('the tools of a run', () => {
  const tools = [
    aRunTool('files', 'read'),
    aRunTool('files', 'a.b'),
    aRunTool('mail', 'read'),
    aRunTool('local', 'now', { name: 'now' }),
  ];

  it.each([
    ['files__read', 'files.read'],
    ['files.read', 'files.read'],
    ['files.a.b', 'files.a.b'],
    ['a.b', 'files.a.b'],
    ['now', 'local.now'],
    ['local.now', 'local.now'],
  ])('are found by any of their names: %s', (name, found) => {
    const { server, tool } = findRunTool(tools, name);
    expect(`${server}.${tool}`).toBe(found);
  });

  it.each([
    ['read', 'TOOL_NAME_AMBIGUOUS'],
    ['files.fly', 'TOOL_NOT_FOUND'],
    ['chat.send', 'TOOL_SERVER_UNKNOWN'],
    ['nonsense', 'TOOL_NAME_INVALID'],
  ])('are not found by others: %s', (name, code) => {
    expect(() => findRunTool(tools, name)).toThrow(expect.objectContaining({ code }));
  });
});
