import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { setup } from '../../test-support/hub.ts';

describe('agents', () => {
  it('are added, shown, listed and removed', async () => {
    const { run } = await setup();
    expect((await run('agents', 'list')).err).toContain('There is no agent yet.');
    const file = join(createTempDir(), 'told.md');
    writeFileSync(file, 'Be brief.');
    const words =
      'agents add helper --model big --server files,git --tool git.log --approval allow --isolated';
    const added = await run(...words.split(' '), '--instructions-file', file, '--max-time', '90s');
    expect(added).toMatchObject({ code: 0, out: '' });
    expect(added.err).toContain('There is no model "big" yet');
    expect(JSON.parse((await run('agents', 'show', 'helper', '--json')).out)).toMatchObject({
      model: 'big',
      instructions: 'Be brief.',
      servers: [{ name: 'files' }, { name: 'git', tools: ['log'] }],
      approval: 'ALWAYS_ALLOW',
      isolated: true,
      limits: { maxTurns: 20, maxMs: 90_000 },
    });
    expect((await run('agents', 'show', 'helper')).out).toContain('files, git.log');
    expect((await run('agents', 'list')).out).toMatch(/helper +big +files, git\.log +native +ALWAYS_ALLOW/);
    expect(await run('agents', 'remove', 'helper', '-y')).toMatchObject({
      code: 0,
      err: 'Removed helper.\n',
    });
  });

  it('say what is missing', async () => {
    const { run } = await setup();
    expect(await run('agents', 'add', 'helper')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Say which model') as string,
    });
    const add = ['agents', 'add', 'helper', '--model', 'm'];
    expect((await run(...add, '--tool', 'x')).err).toContain('"x" is not server.tool.');
    expect((await run(...add, '--no-servers', '--server', 'x')).err).toContain('or it has none');
    expect((await run(...add, '--max-time', 'soon')).err).toContain('"soon" is no time.');
    await run(...add, '--no-servers');
    expect((await run(...add)).err).toContain('The agent "helper" exists already.');
    expect((await run('agents', 'show', 'other')).err).toContain('There are: helper.');
  });
});
