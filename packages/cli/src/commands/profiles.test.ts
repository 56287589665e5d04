import type { ProfileView } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { setup } from '../../test-support/hub.ts';

describe('profiles', () => {
  it('are added, changed step by step, shown and removed', async () => {
    const { run } = await setup({ columns: 100 });
    const words = (line: string): string[] => line.split(' ');
    const added = await run(
      ...words('profiles add team --server git*,files --deny *.delete_* --naming bare'),
    );
    expect(added).toMatchObject({ code: 0, out: '' });
    expect(added.err).toContain('MCP clients find it at /mcp/team, or by `patchbay stdio --profile team`.');
    await run(
      'profiles',
      'set',
      'team',
      '--rename',
      'files.write=save',
      '--describe',
      'files.write=Saves it.',
    );
    await run('profiles', 'set', 'team', '--rename', 'files.read=load', '--rename', 'files.write=');
    await run('profiles', 'set', 'team', '--rule', 'ask files *', '--role', 'operator', '--search');
    await run('profiles', 'set', 'team', '--pin', 'files.read', '--deny', '');
    const { out } = await run('profiles', 'show', 'team', '--json');
    expect(JSON.parse(out) as ProfileView).toMatchObject({
      servers: ['git*', 'files'],
      tools: { allow: ['*'], deny: [] },
      naming: 'bare',
      overrides: { 'files.write': { description: 'Saves it.' }, 'files.read': { name: 'load' } },
      policies: [{ server: 'files', tool: '*', policy: 'ASK_USER' }],
      search: { enabled: true, pinned: ['files.read'] },
      access: { roles: ['operator'], principals: [] },
      revision: 5,
    });
    const shown = await run('profiles', 'show', 'team');
    expect(shown.out).toContain('files.read: load');
    expect(shown.out).toContain('ASK_USER files.*');
    expect((await run('profiles', 'list')).out).toMatch(/team +git\*, files +all +bare +on +operator +api/);
    expect(await run('profiles', 'remove', 'team', '-y')).toMatchObject({ code: 0, err: 'Removed team.\n' });
    expect((await run('profiles', 'list')).err).toContain('There is no profile');
  });

  it('say what is missing', async () => {
    const { run } = await setup();
    expect(await run('profiles', 'show', 'nobody')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no profile "nobody" that you may use.') as string,
    });
    await run('profiles', 'add', 'team');
    expect((await run('profiles', 'set', 'team')).err).toContain('Say what to change.');
    expect((await run('profiles', 'add', 'team')).err).toContain('exists already');
    expect((await run('profiles', 'add', 'a b')).err).toContain('Use 1 to 64 letters');
    expect((await run('profiles', 'set', 'team', '--rename', 'x')).err).toContain(
      '"x" is not server.tool=value.',
    );
    expect((await run('profiles', 'set', 'team', '--rule', 'perhaps')).err).toContain(
      '"deny github delete_*"',
    );
    expect((await run('profiles', 'remove', 'team')).err).toContain('--yes');
    const both = await run('profiles', 'set', 'team', '--everybody', '--role', 'viewer');
    expect(both).toMatchObject({ code: 2, err: expect.stringContaining('not both') as string });
    expect((await run('profiles', 'tools', 'team')).err).toContain('You have no tool in it.');
    expect((await run('doctor', '--profile', 'team')).out).toContain('profile team: You have no tool in it.');
  });
});
