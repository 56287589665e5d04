import { describe, expect, it } from 'vitest';
import { createTerminal } from '../test-support/terminal.ts';
import { commands } from './commands.ts';

const run = createTerminal();

describe('help', () => {
  it('names every command', async () => {
    const { code, out } = await run('--help');
    expect(code).toBe(0);
    for (const { name } of commands) expect(out).toContain(name.split(' ')[0]);
  });

  it.each(commands)('of $name has its summary, flags and examples', async ({ name, summary, load }) => {
    const { flags = [], examples = [] } = await load();
    expect(examples.length).toBeGreaterThan(0);
    const { code, out } = await run(...name.split(' '), '--help');
    expect(code).toBe(0);
    expect(out.replaceAll(/\s+/g, ' ')).toContain(summary);
    for (const [flag] of flags) expect(out).toContain(flag);
    for (const example of examples) expect(out).toContain(example);
  });

  it('is offered for what is not understood', async () => {
    expect(await run('kyes', 'list')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean keys?') as string,
    });
    expect(await run('keys', 'create')).toMatchObject({
      code: 2,
      err: expect.stringContaining("missing required argument 'name'") as string,
    });
    expect(await run('keys', 'create', 'x', '--role', 'king')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--role: Choose viewer, operator, approver or admin.') as string,
    });
    expect(await run()).toMatchObject({ code: 2 });
  });

  it('keeps apart what is ours and what is behind --', async () => {
    expect(await run('servers', 'add', 'time', 'uvx', '-y', 'mcp-server-time')).toMatchObject({
      code: 2,
      err: 'Error: Put -- in front of the command: -- uvx …\n',
    });
    expect(await run('servers', 'add', '--', 'uvx', '--json')).toMatchObject({
      code: 2,
      err: 'Error: Put <name> in front of --.\n',
    });
  });

  it('tells the version', async () => {
    expect((await run('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
