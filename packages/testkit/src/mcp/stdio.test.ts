import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { until } from './journal.ts';
import { ask, call, initialize, initialized, rawStdio } from './raw-peer.ts';
import { isRunning, stdioFixture, type StdioFixtureOptions } from './stdio.ts';

/** A running fixture that shook hands. */
async function setup(options: StdioFixtureOptions = {}) {
  const fixture = stdioFixture(options);
  const peer = rawStdio(fixture);
  peer.say(initialize('2025-11-25'));
  expect(await peer.next()).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
  peer.say(initialized);
  return { fixture, peer, [Symbol.asyncDispose]: fixture.close };
}

describe('a stdio fixture', () => {
  it('has the environment that its client gave it, and nothing of its own', async () => {
    await using it = await setup({ env: { SECRET: 'for you' } });
    it.peer.say(call('env'));
    const { result } = (await it.peer.next()) as unknown as { result: { content: [{ text: string }] } };
    expect(JSON.parse(result.content[0].text)).toEqual({ SECRET: 'for you' });
  });

  it('writes down its processes, what they got and what they did', async () => {
    await using it = await setup();
    it.peer.say(call('counter'));
    await it.peer.next();
    expect(it.fixture.requests.map(({ method }) => method)).toEqual([
      'initialize',
      'notifications/initialized',
      'tools/call',
    ]);
    expect(it.fixture.requests[0]?.pid).toBe(it.fixture.pids[0]);
    expect(it.fixture.count).toBe(1);
    expect(it.fixture.alive).toEqual(it.fixture.pids);
  });

  it('ends when its input ends', async () => {
    await using it = await setup();
    it.peer.hangUp();
    expect(await it.peer.exited).toBe(0);
    expect(it.fixture.stops).toEqual(['eof']);
    expect(it.fixture.alive).toEqual([]);
  });

  it('gives up a call that is cancelled', async () => {
    await using it = await setup();
    it.peer.say(call('slow', { ms: 3_600_000 }));
    it.peer.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await it.fixture.until(() => it.fixture.cancelled.length === 1);
    it.peer.say(ask('ping', {}, 2));
    expect(await it.peer.next()).toMatchObject({ id: 2 });
  });

  it('answers a slow call when it is released', async () => {
    await using it = await setup();
    it.peer.say(call('slow', { ms: 3_600_000 }));
    await it.fixture.saw('tools/call');
    it.fixture.release();
    expect(await it.peer.next()).toHaveProperty('result.content.0.text', 'Done waiting.');
  });

  it('ends when it is told to terminate', async () => {
    await using it = await setup();
    it.peer.kill('SIGTERM');
    expect(await it.peer.exited).toBe(143);
  });

  it('is killed, with all it started, when the test is over', async () => {
    const { fixture, peer } = await setup({ ignoreEof: true, ignoreSigterm: true, grandchild: 'apart' });
    expect(fixture.alive).toHaveLength(2);
    await fixture.close();
    expect(await peer.exited).toBeNull();
  });
});

it('does not outlive the process of the test, whatever it ignores', async () => {
  const index = JSON.stringify(import.meta.resolve('./stdio.ts'));
  const program = `
    const { stdioFixture } = await import(${index});
    const { spawn } = await import('node:child_process');
    const fixture = stdioFixture({ ignoreEof: true, ignoreSigterm: true, grandchild: 'apart' });
    spawn(fixture.command, fixture.args, { stdio: ['pipe', 'ignore', 'ignore'] });
    await fixture.until(() => fixture.alive.length === 2);
    console.log(JSON.parse(fixture.args[1]).folder, ...fixture.alive);
    process.kill(process.pid, 'SIGKILL');`;
  const test = rawStdio({ command: process.execPath, args: ['--input-type=module', '-e', program], env: {} });
  const [folder = '', ...pids] = (await test.line())?.split(' ') ?? [];
  await test.exited;
  expect(pids).toHaveLength(2);
  await until(() => !pids.some((pid) => isRunning(Number(pid))));
  rmSync(folder, { recursive: true });
});

describe('a stdio fixture misbehaves', () => {
  it('by exiting at once, with a word on stderr', async () => {
    await using fixture = stdioFixture({ exitAtStart: 3, stderr: 'No licence.' });
    const peer = rawStdio(fixture);
    expect(await peer.exited).toBe(3);
    expect(await peer.stderr()).toBe('No licence.\n');
    expect(fixture.pids).toHaveLength(1);
  });

  it('by talking on stdout', async () => {
    await using fixture = stdioFixture({ banner: 'Welcome!', faults: { ping: { kind: 'noise' } } });
    await using peer = rawStdio(fixture);
    peer.say(ask('ping'));
    expect(await peer.line()).toBe('Welcome!');
    expect(await peer.line()).toBe('This line is not JSON.');
    expect(await peer.next()).toMatchObject({ id: 1 });
  });

  it('by ignoring the end of its input and SIGTERM', async () => {
    await using it = await setup({ ignoreEof: true, ignoreSigterm: true });
    it.peer.hangUp();
    await it.fixture.until(() => it.fixture.stops.length === 1);
    it.peer.kill('SIGTERM');
    await it.fixture.until(() => it.fixture.stops.length === 2);
    expect(it.fixture.stops).toEqual(['eof', 'SIGTERM']);
    expect(it.fixture.alive).toEqual(it.fixture.pids);
  });

  it.each(['apart', 'on-our-pipes'] as const)('by leaving a grandchild behind: %s', async (grandchild) => {
    await using it = await setup({ grandchild });
    it.peer.hangUp();
    await it.peer.exited;
    expect(it.fixture.alive).toEqual(it.fixture.grandchildren);
    expect(it.fixture.grandchildren).toHaveLength(1);
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('by crashing %s it did it, once over all its processes', async (when, effects) => {
    await using it = await setup({ faults: { 'tools/call': { kind: 'crash', when, times: 1 } } });
    it.peer.say(call('counter'));
    expect(await it.peer.line()).toBeUndefined();
    expect(await it.peer.exited).toBe(1);
    expect(it.fixture.count).toBe(effects);
    await using second = rawStdio(it.fixture);
    second.say(initialize('2025-11-25'));
    second.say(initialized);
    second.say(call('counter'));
    await second.next();
    expect(await second.next()).toHaveProperty('result.content');
    expect(it.fixture.pids).toHaveLength(2);
  });

  it('by breaking off in the middle of a line', async () => {
    await using it = await setup({ faults: { 'tools/call': { kind: 'cut' } } });
    it.peer.say(call('counter'));
    expect(await it.peer.line()).toMatch(/^\{"jsonrpc".*[^}]$/);
    expect(await it.peer.line()).toBeUndefined();
  });

  it('by never answering, by answering late, twice, wrongly, too much', async () => {
    await using it = await setup();
    const { fixture, peer } = it;
    fixture.set({ 'tools/call': { kind: 'silence' } });
    peer.say(call('counter'));
    await fixture.until(() => fixture.count === 1);

    fixture.set({ 'tools/call': { kind: 'delay', ms: 3_600_000 } });
    peer.say(call('counter'));
    await fixture.saw('tools/call', 2);
    expect(fixture.count).toBe(1);
    fixture.release();
    expect(await peer.next()).toHaveProperty('result.content');

    fixture.set({ 'tools/call': { kind: 'duplicate' } });
    peer.say(call('counter'));
    expect(await peer.next()).toEqual(await peer.next());

    fixture.set({ 'tools/call': { kind: 'wrong-id' } });
    peer.say(call('counter'));
    expect(await peer.next()).toMatchObject({ id: 'nobody-asked' });

    fixture.set({ 'tools/call': { kind: 'malformed' } });
    peer.say(call('counter'));
    const broken = await peer.line();
    expect(() => JSON.parse(broken ?? '') as unknown).toThrow(SyntaxError);

    fixture.set({ 'tools/call': { kind: 'huge', megabytes: 2 } });
    peer.say(call('counter'));
    expect((await peer.line())?.length).toBeGreaterThan(2 * 1_048_576);
  });

  it('by flooding stderr', async () => {
    await using it = await setup({ faults: { 'tools/call': { kind: 'stderr', megabytes: 1 } } });
    it.peer.say(call('counter'));
    expect(await it.peer.next()).toHaveProperty('result.content');
    it.peer.hangUp();
    expect(await it.peer.stderr()).toHaveLength(1_048_576);
  });
});
