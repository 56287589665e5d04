import { profileEntrySchema, type ProfileEntry } from '@patchbay/contracts';
import { aPrincipal, aProfile, createRecordingLog, createSmallHub, plainDigest } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { PrincipalId } from '../ids.ts';
import { createRules } from '../policies/rules.ts';
import { aboutProfile, aboutToolInProfile } from './explain-profile.ts';
import { createProfileViews } from './profile-views.ts';
import type { Profile } from './profile.ts';

type Given = z.input<typeof profileEntrySchema>;

async function setup(given: Given = {}) {
  const hub = createSmallHub();
  const log = createRecordingLog();
  const b = await hub.addServer('b', ['echo', 'write']);
  const a = await hub.addServer('a', ['echo', 'files.read']);
  const define = (more: Given): Profile => aProfile(profileEntrySchema.parse(more) satisfies ProfileEntry);
  const state = { profile: define(given), rules: createRules([]) };
  const told: string[] = [];
  const views = createProfileViews({
    ...hub,
    findTools: async () => [],
    own: [],
    profiles: () => new Map([['team', state.profile]]),
    rules: () => state.rules,
    digest: plainDigest,
    clock: hub.time.clock,
    log,
    onChanged: (kind, profile) => void told.push(`${profile} ${kind}`),
  });
  const view = () => {
    const found = views.find('team', aPrincipal());
    if (!found) throw new Error('there is no such view');
    return found;
  };
  const shown = () =>
    view()
      .toolsFor(aPrincipal())
      .map(({ offered }) => offered as string);
  const redefine = (more: Given): void => {
    state.profile = define(more);
    views.changed();
  };
  return { hub, a, b, log, state, told, views, view, shown, redefine };
}

describe('a profile', () => {
  it('has everything if nothing is said', async () => {
    const { shown, hub } = await setup();
    expect(shown()).toEqual(hub.toolbox.list().map(({ offered }) => offered));
  });

  it('has the tools of its servers that are allowed and not denied', async () => {
    expect((await setup({ servers: ['b'] })).shown()).toEqual(['b__echo', 'b__write']);
    expect((await setup({ tools: { allow: ['*.echo', 'a.*'] } })).shown()).toEqual([
      'a__echo',
      expect.stringMatching(/^a__files_read_/),
      'b__echo',
    ]);
    expect((await setup({ tools: { deny: ['*.echo', 'a.*'] } })).shown()).toEqual(['b__write']);
    expect((await setup({ servers: [] })).shown()).toEqual([]);
  });

  it('with bare names has the tool of the first server, and warns of the other once', async () => {
    const { shown, view, log, hub } = await setup({ naming: 'bare' });
    expect(shown()).toEqual(['echo', expect.stringMatching(/^files_read_/), 'write']);
    await hub.addServer('c', ['x']);
    expect(shown()).toHaveLength(4);
    expect(log.lines.filter(({ event }) => event === 'tool.hidden-by-twin')).toEqual([
      expect.objectContaining({ fields: { profile: 'team', kept: 'a.echo', dropped: 'b.echo' } }),
    ]);
    expect(aboutProfile(view())).toEqual([expect.objectContaining({ serverId: 'b' })]);
    expect(() => view().toolbox.resolve('b.echo')).toThrow(
      'tool "echo" is not available on server "b". Available tools: write',
    );
  });

  it('does not pass a bare name to another tool because a server is down', async () => {
    const { shown, view, a, hub } = await setup({ naming: 'bare' });
    a.upstream.door = 'closed';
    a.upstream.kill();
    await hub.time.pass(200_000);
    expect(shown()).toEqual(['write']);
    expect(view().toolbox.resolve('echo').tool.qualified).toBe('a.echo');
    await a.supervisor.disable();
    expect(shown()).toEqual(['echo', 'write']);
    expect(view().toolbox.resolve('echo').tool.qualified).toBe('b.echo');
  });

  it('calls tools what somebody chose, with the words that somebody chose', async () => {
    const { view, shown } = await setup({
      overrides: { 'b.write': { name: 'save', description: 'Saves it.', title: 'Save' } },
    });
    const [saved] = view()
      .toolsFor(aPrincipal())
      .filter(({ name }) => name === 'write');
    expect(saved?.definition).toMatchObject({ name: 'write', description: 'Saves it.', title: 'Save' });
    expect(shown()).toContain('save');
    expect(shown()).not.toContain('b__write');
    const { tool } = view().toolbox.resolve('save');
    expect(tool.definition).toEqual({ name: 'write' }); // what is pinned and approved is what the server said
  });

  it('knows a bare name that only one of its own servers has', async () => {
    const { view } = await setup({ servers: ['b'] });
    expect(view().toolbox.resolve('echo').tool.qualified).toBe('b.echo');
  });

  it('is there only for those whom it is for', async () => {
    const { views } = await setup({ access: { roles: ['approver'], principals: ['key:friend'] } });
    const find = (id: string, role: 'operator' | 'approver') =>
      views.find('team', aPrincipal({ id: id as PrincipalId, roles: [role] }));
    expect(find('key:1', 'operator')).toBeUndefined();
    expect(find('key:1', 'approver')).toBeDefined();
    expect(find('key:friend', 'operator')).toBeDefined();
    expect(views.find('nobody', aPrincipal())).toBeUndefined();
  });

  it('has rules of its own, and what forbids comes first, whosever it is', async () => {
    const rule = { server: 'a', tool: 'echo', policy: 'ALWAYS_DENY' } as const;
    const { view, shown, hub } = await setup({ policies: [rule] });
    expect(shown()).not.toContain('a__echo');
    const verdict = view()
      .rules()
      .judge({
        server: 'a',
        tool: 'echo',
        annotations: undefined,
        isTrusted: false,
        toolDigest: () => undefined,
        principal: aPrincipal(),
        via: 'mcp',
        args: {},
        at: hub.time.clock.now(),
      });
    expect(verdict).toMatchObject({
      decision: 'deny',
      policy: expect.stringMatching(/^profile-team-/) as string,
    });
  });
});

describe('those who use a profile', () => {
  it('are told of a change only if their own list is another', async () => {
    const { told, views, shown, hub, redefine } = await setup({ servers: ['a'] });
    shown();
    views.changed();
    await hub.addServer('c', ['x']);
    views.changed();
    redefine({ servers: ['a'], title: 'Other words' });
    redefine({ servers: ['a', 'nothing*'] });
    expect(told).toEqual([]);
    await hub.addServer('nothing-yet', ['x']);
    views.changed();
    expect(told).toEqual(['team tools']);
    redefine({ servers: ['a'], policies: [{ server: 'a', tool: 'echo', policy: 'ALWAYS_DENY' }] });
    expect(told).toEqual(['team tools', 'team tools', 'team resources', 'team prompts']);
  });
});

describe('why a profile does not have a tool', () => {
  const about = async (given: Given, qualified: string) => {
    const { view, hub } = await setup(given);
    const tool = hub.toolbox.all().find((one) => one.qualified === qualified);
    if (!tool) throw new Error('there is no such tool');
    return aboutToolInProfile(view(), tool, aPrincipal()).says;
  };

  it.each([
    [{ servers: ['a'] }, 'It is not in the profile: the server b is not.'],
    [
      { tools: { allow: ['a.*'] } },
      'It is not in the profile: it is like none of the names under `tools.allow`.',
    ],
    [{ tools: { deny: ['*.ech?'] } }, 'It is not in the profile: `tools.deny` has *.ech?.'],
    [{ naming: 'bare' as const }, 'It is not in the profile: a.echo has the same name there.'],
    [{ overrides: { 'b.echo': { name: 'say' } } }, 'It is called say here.'],
  ])('is said: %j', async (given, says) => {
    expect(await about(given, 'b.echo')).toBe(says);
  });
});
