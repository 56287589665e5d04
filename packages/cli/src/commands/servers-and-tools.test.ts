import { onTestFinished, expect, it } from 'vitest';
import { stdioFixture } from '@patchbay/testkit/mcp';
import { setup } from '../../test-support/hub.ts';

it('takes a server from its command to the answer of its tool, and away again', async () => {
  const { run } = await setup();
  const { command, args, env, close } = stdioFixture();
  onTestFinished(close);
  const variables = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);

  const added = await run('servers', 'add', 'fixture', '-y', ...variables, '--', command, ...args);
  expect(added.err).toMatch(/^fixture is CONNECTED, \d+ tools\.\nTools: /);
  expect((await run('servers', 'list')).out).toMatch(/fixture +CONNECTED +\d+ +STDIO/);
  expect((await run('tools', 'show', 'fixture.add')).out).toContain('tools call fixture.add a=1 b=1');
  expect(await run('tools', 'call', 'fixture__add', 'a=2', 'b=40')).toEqual({
    code: 0,
    out: '42\n',
    err: '',
  });
  expect((await run('servers', 'sync', 'fixture')).err).toContain('fixture is SYNCED');
  expect((await run('doctor')).out).toContain('server fixture: Connected');

  expect((await run('servers', 'disable', 'fixture')).err).toContain('fixture is DISABLED');
  expect((await run('tools', 'call', 'fixture.add', 'a=1', 'b=1')).err).toContain('it is disabled.');
  expect((await run('servers', 'enable', 'fixture')).err).toContain('fixture is CONNECTED');
  expect((await run('servers', 'update', 'fixture', '--title', 'A fixture')).code).toBe(0);
  expect((await run('servers', 'show', 'fixture')).out).toMatch(/^fixture {2}A fixture\n/);
  expect((await run('servers', 'remove', 'fixture', '-y')).err).toContain('Removed fixture');
  expect((await run('status')).out).toContain('Servers  none');
});
