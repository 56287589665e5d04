import { serverSettingsSchema, type ServerSettings, type ToolDefinition } from '@patchbay/contracts';
import {
  aServer,
  createManualTime,
  createMemoryPinStore,
  createRecordingLog,
  settle,
} from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../canonical.ts';
import { createToolDigest } from '../catalog/tool-digest.ts';
import type { PrincipalId } from '../ids.ts';
import type { PinStore } from './pin.ts';
import { Pins } from './pins.ts';

const ada = 'key:ada' as PrincipalId;

function aTool(description: string, name = 'echo'): ToolDefinition {
  return { name, description };
}

const serverWith = (settings: Partial<ServerSettings> = {}) =>
  aServer({ settings: { ...serverSettingsSchema.parse({}), ...settings } });

async function setup(store: PinStore = createMemoryPinStore(), { isShared = false } = {}) {
  const time = createManualTime();
  const log = createRecordingLog();
  const seen: string[] = [];
  const pins = new Pins({
    ...time,
    store,
    toolDigest: createToolDigest({ sha256: (text) => `digest of ${text}` }),
    log,
    isShared,
    onSeen: (_, tool, state) => void seen.push(`${tool} ${state}`),
    onChanged: () => {},
  });
  await pins.start();
  return { pins, store, seen, time, log };
}

describe('a tool', () => {
  it('is accepted when it is first seen, and changed when it is defined otherwise', async () => {
    const { pins, seen } = await setup();
    const server = serverWith();
    pins.learn(server, [aTool('one')]);
    expect(pins.stateOf(server, aTool('one'))).toBe('accepted');
    expect(pins.stateOf(server, aTool('two'))).toBe('changed');
    expect(pins.isHeld(server, aTool('two'))).toBe(false);
    pins.learn(server, [aTool('two')]);
    pins.learn(server, [aTool('two')]);
    expect(seen).toEqual(['echo changed']);
  });

  it('that changed is held back where that is wanted, before anything of it is written', async () => {
    const { pins } = await setup();
    const server = serverWith({ pin: 'quarantine' });
    pins.learn(server, [aTool('one')]);
    expect(pins.isHeld(server, aTool('two'))).toBe(true);
    expect(pins.isHeld(server, aTool('one'))).toBe(false);
  });

  it('counts as changed by any field, and not by the order of fields', async () => {
    const { pins } = await setup();
    const server = serverWith();
    const tool = { name: 'echo', _meta: { a: 1, b: 2 }, icons: [{ src: 'x' }] };
    pins.learn(server, [tool]);
    expect(pins.stateOf(server, { icons: [{ src: 'x' }], _meta: { b: 2, a: 1 }, name: 'echo' })).toBe(
      'accepted',
    );
    expect(pins.stateOf(server, { ...tool, _meta: { a: 1, b: 3 } })).toBe('changed');
    expect(pins.stateOf(server, { ...tool, icons: [{ src: 'y' }] })).toBe('changed');
  });

  it('of a server in review is new and held back until somebody accepts it', async () => {
    const { pins, seen } = await setup();
    const server = serverWith({ review: true });
    expect(pins.isHeld(server, aTool('one'))).toBe(true);
    pins.learn(server, [aTool('one')]);
    expect([pins.stateOf(server, aTool('one')), seen]).toEqual(['new', ['echo new']]);
    await pins.accept(server, [aTool('one')], ada);
    expect(pins.isHeld(server, aTool('one'))).toBe(false);
    expect(pins.isHeld(server, aTool('two'))).toBe(true);
  });

  it('that nobody had looked at is taken as it is once its server is no longer in review', async () => {
    const { pins, store } = await setup();
    pins.learn(serverWith({ review: true }), [aTool('one')]);
    const server = serverWith();
    pins.learn(server, [aTool('one')]);
    expect(pins.stateOf(server, aTool('two'))).toBe('changed');
    await pins.flush();
    expect((await store.list())[0]?.accepted).toMatchObject({ by: null });
  });

  it('is not looked at where that is off', async () => {
    const { pins, store } = await setup();
    const server = serverWith({ pin: 'off' });
    pins.learn(server, [aTool('one')]);
    await pins.flush();
    expect([pins.stateOf(server, aTool('two')), await store.list()]).toEqual(['unchecked', []]);
    const reviewed = serverWith({ pin: 'off', review: true });
    expect(pins.stateOf(reviewed, aTool('one'))).toBe('new');
    await pins.accept(reviewed, [aTool('one')], ada);
    expect(pins.isHeld(reviewed, aTool('two'))).toBe(false);
  });

  it('that goes back to what it was is accepted again', async () => {
    const { pins, seen } = await setup();
    const server = serverWith({ pin: 'quarantine' });
    for (const text of ['one', 'two', 'one', 'two']) pins.learn(server, [aTool(text)]);
    expect(pins.isHeld(server, aTool('one'))).toBe(false);
    expect(seen).toEqual(['echo changed', 'echo changed']);
  });

  it('does not become new when its server is removed and added again, or leaves it out for a while', async () => {
    const { pins } = await setup();
    pins.learn(serverWith({ pin: 'quarantine' }), [aTool('one')]);
    pins.learn(serverWith({ pin: 'quarantine' }), []);
    const again = { ...serverWith({ pin: 'quarantine' }), id: aServer({ id: 'another' }).id };
    expect(pins.isHeld(again, aTool('two'))).toBe(true);
  });

  it('that is nested too deeply to be compared is held back, and harms no other', async () => {
    const { pins } = await setup();
    const server = serverWith();
    let deep: ToolDefinition = { name: 'deep' };
    for (let level = 0; level < 100_000; level += 1) deep = { name: 'deep', inner: deep };
    expect(() => canonicalJson(deep)).toThrow('nested deeper');
    pins.learn(server, [deep, aTool('one')]);
    expect([pins.stateOf(server, deep), pins.isHeld(server, deep)]).toEqual(['unreadable', true]);
    expect(pins.stateOf(server, aTool('two'))).toBe('changed');
  });

  it('beyond ten thousand of its server is not remembered, and held back until somebody accepts it', async () => {
    const { pins, store } = await setup();
    const server = serverWith();
    pins.learn(
      server,
      Array.from({ length: 10_050 }, (_, n) => aTool('x', `t${String(n)}`)),
    );
    await pins.flush();
    expect(await store.list()).toHaveLength(10_000);
    expect(pins.isHeld(server, aTool('x', 't9999'))).toBe(false);
    expect(pins.isHeld(server, aTool('x', 't10000'))).toBe(true);
    await pins.accept(server, [aTool('x', 't10000')], ada);
    expect(pins.isHeld(server, aTool('x', 't10000'))).toBe(false);
  });
});

describe('what is known of tools', () => {
  it('outlives a restart, and is not told of again', async () => {
    const { pins, store } = await setup();
    const server = serverWith();
    pins.learn(server, [aTool('one')]);
    pins.learn(server, [aTool('two')]);
    await pins.flush();
    const after = await setup(store);
    after.pins.learn(server, [aTool('two')]);
    expect([after.pins.stateOf(server, aTool('two')), after.seen]).toEqual(['changed', []]);
  });

  it('must be readable at the start', async () => {
    const store = { ...createMemoryPinStore(), list: () => Promise.reject(new Error('away')) };
    await expect(setup(store)).rejects.toThrow('away');
  });

  it('stays in memory when it cannot be written', async () => {
    const inner = createMemoryPinStore();
    const store: PinStore = { ...inner, note: () => Promise.reject(new Error('away')) };
    const { pins, log } = await setup(store);
    const server = serverWith({ pin: 'quarantine' });
    pins.learn(server, [aTool('one')]);
    await pins.flush();
    await pins.accept(server, [aTool('x', 'other')], ada); // everything is read again
    expect(pins.isHeld(server, aTool('two'))).toBe(true);
    expect(log.lines.map(({ event }) => event)).toContain('pins.unsaved');
  });

  it('follows within five seconds what was accepted on another hub, and reads nothing until then', async () => {
    const inner = createMemoryPinStore();
    let lists = 0;
    const store: PinStore = { ...inner, list: () => ((lists += 1), inner.list()) };
    const here = await setup(store, { isShared: true });
    const there = await setup(inner);
    const server = serverWith({ pin: 'quarantine' });
    here.pins.learn(server, [aTool('one')]);
    await here.pins.flush();
    await here.time.pass(5_000);
    const before = lists;
    await here.time.pass(60_000);
    expect(lists).toBe(before);
    await there.pins.accept(server, [aTool('two')], ada);
    await here.time.pass(5_000);
    expect(here.pins.isHeld(server, aTool('two'))).toBe(false);
    here.pins.stop();
    await settle();
    await here.time.pass(10_000);
    expect(here.time.waiting()).toBe(0);
  });
});
