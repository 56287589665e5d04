import type { PolicyView } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { setupFake } from '../../test-support/fake-hub.ts';
import { setup } from '../../test-support/hub.ts';

const id = (text: string): string => /remove ([0-9a-f]+)`/.exec(text)?.[1] ?? '';

describe('policies set', () => {
  it('says what was set, what is odd about it, and how to undo it', async () => {
    const { run } = await setup();
    const { code, out, err } = await run(
      ...'policies set files write_* deny --arg path=/etc/* --arg mode=a=b --role operator'.split(' '),
    );
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toBe(
      [
        'Set ALWAYS_DENY for files.write_*, where mode=a=b path=/etc/*, for the role operator.',
        'There is no server "files" now.',
        `\`patchbay policies remove ${id(err)}\` removes it.`,
        '',
      ].join('\n'),
    );
  });

  it('gives the rule as JSON, until when it holds', async () => {
    const { run } = await setup();
    const { out } = await run('policies', 'set', '*', '*', 'ASK_USER', '--expires', '7d', '--json');
    const rule = JSON.parse(out) as PolicyView;
    expect(rule).toMatchObject({ serverId: '*', toolName: '*', policy: 'ASK_USER', arguments: {} });
    expect(Date.parse(rule.expiresAt ?? '') - Date.now()).toBeGreaterThan(6 * 86_400_000);
  });

  it.each([
    [['a', 'b', 'maybe'], '<policy>: Choose ALWAYS_ALLOW, ALWAYS_DENY, ASK_USER; or allow, deny, ask.'],
    [['a', 'b', 'ask', '--arg', 'path'], '--arg: "path" is not path=pattern.'],
    [['a', 'b', 'ask', '--arg', 'p=1', '--arg', 'p=2'], '--arg: p is given twice; one pattern is enough'],
    [['a', 'b', 'ask', '--arg', 'p..q=1'], 'Write the name of an argument'],
    [['a', 'b', 'ask', '--role', 'admin', '--principal', 'key:x'], 'Name a principal or a role, not both.'],
    [['a', 'b', 'ask', '--expires', 'soon'], '"soon" is not a time'],
  ])('refuses %j', async (words, message) => {
    const { run } = await setup();
    const { code, err } = await run('policies', 'set', ...words);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe('policies list', () => {
  it('says what holds when there is no rule', async () => {
    const { run } = await setup();
    const { code, out, err } = await run('policies', 'list');
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toContain(
      'There are no rules: calls are allowed, and somebody is asked about those of runs.',
    );
    expect((await run('policies', 'list', '--json')).out).toBe('[]\n');
  });

  it('has a line for each, in the order in which they are asked', async () => {
    const { run } = await setup({ columns: 120 });
    await run('policies', 'set', '*', '*', 'ask');
    await run('policies', 'set', 'files', 'read', 'allow', '--principal', 'key:ci');
    await run('policies', 'set', 'files', '*', 'deny', '--arg', 'path=/etc/*', '--note', 'Never.');
    const lines = (await run('policies', 'list')).out.split('\n').map((line) => line.replaceAll(/ +/g, ' '));
    expect(lines[0]).toBe('POLICY SERVER TOOL WHERE WHO ENDS ID NOTE');
    expect(lines[1]).toMatch(/^ALWAYS_DENY files \* path=\/etc\/\* everybody never [0-9a-f]+ Never\.$/);
    expect(lines[2]).toMatch(/^ALWAYS_ALLOW files read key:ci never [0-9a-f]+$/);
    expect(lines[3]).toMatch(/^ASK_USER \* \* everybody never [0-9a-f]+$/);
  });
});

describe('policies remove', () => {
  it('asks first, says what follows, and removes by id or by name', async () => {
    let question = '';
    const confirm = async (asked: string): Promise<boolean> => ((question = asked), true);
    const { run } = await setup({ isInteractive: true, confirm });
    const rule = id((await run('policies', 'set', 'files', 'write_*', 'deny')).err);
    expect(await run('policies', 'remove', rule)).toMatchObject({
      code: 0,
      err: `Removed rule ${rule}: ALWAYS_DENY for files.write_*.\n`,
    });
    expect(question).toContain('What it forbids becomes possible');
    await run('policies', 'set', 'files', 'write_*', 'ask');
    expect(await run('policies', 'remove', 'files', 'write_*')).toMatchObject({ code: 0 });
    expect((await run('policies', 'list', '--json')).out).toBe('[]\n');
  });

  it('removes nothing without a yes, and nothing that is not there', async () => {
    const { run } = await setup();
    const rule = id((await run('policies', 'set', 'files', 'write_*', 'deny')).err);
    expect(await run('policies', 'remove', rule)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--yes') as string,
    });
    expect(await run('policies', 'remove', 'files', 'other', '-y')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no rule "files other".') as string,
    });
  });

  it('sends who asks for a rule of the file to the file', async () => {
    const { run } = await setupFake({ listPolicies: () => [aPolicy({ id: 'config-1', source: 'config' })] });
    const { code, err } = await run('policies', 'remove', 'config-1', '-y');
    expect(code).toBe(1);
    expect(err).toContain('stands in the configuration file');
  });
});

describe('policies test', () => {
  it('tells the verdict, the rules and what would change it', async () => {
    const { run } = await setup({ columns: 100 });
    const rule = id(
      (await run('policies', 'set', 'files', '*', 'deny', '--arg', 'path=/etc/*', '--note', 'Never.')).err,
    );
    await run('policies', 'set', 'mail', '*', 'ask');
    const { code, out, err } = await run('policies', 'test', 'files.write', 'path=/etc/passwd');
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      expect.stringMatching(
        /^deny {2}files\.write {2}as key:.+ \(viewer, operator, approver, admin\), by mcp$/,
      ),
      `Rule ${rule} forbids it: Never.`,
      '',
      'RULES ABOUT IT',
      `  - ${rule}: ALWAYS_DENY for files.*, where path=/etc/*. It decides.`,
      '  1 rule about other tools.',
      '',
      'WHAT WOULD CHANGE IT',
      `  - Without rule ${rule}, the answer would be allow: No rule is about it. \`patchbay`,
      `    policies remove ${rule}\` removes it.`,
      '  - No other rule would, while this one holds.',
      '',
    ]);
    expect(err).toContain('There is no tool files.write now.');
  });

  it('gives the same as JSON', async () => {
    const { run } = await setup();
    const { out } = await run(
      'policies',
      'test',
      'files.write',
      '--via',
      'run',
      '--role',
      'operator',
      '--json',
    );
    expect(JSON.parse(out)).toMatchObject({
      decision: 'ask',
      policy: null,
      as: { principal: 'somebody', roles: ['operator'], via: 'run' },
    });
  });
});

function aPolicy(overrides: Partial<PolicyView>): PolicyView {
  return {
    id: 'p1',
    serverId: 'files',
    toolName: '*',
    policy: 'ASK_USER',
    arguments: {},
    role: null,
    principal: null,
    expiresAt: null,
    isExpired: false,
    note: null,
    toolDigest: null,
    source: 'api',
    createdBy: null,
    createdAt: null,
    updatedBy: null,
    updatedAt: null,
    ...overrides,
  };
}
