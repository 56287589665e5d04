import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  latestLegacyVersion,
  legacyVersions,
  modernVersion,
  type JsonObject,
  type ProtocolVersion,
} from '@patchbay/contracts';
import { createTempDir } from '@patchbay/testkit';
import { stdioFixture, type StdioFixture, type StdioFixtureOptions } from '@patchbay/testkit/mcp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { call, createTestConnector, hubEnv, openLink, textOf } from '../../test-support/open-link.ts';

type Overrides = Parameters<typeof openLink>[1];

async function setup(options: StdioFixtureOptions = {}, overrides: Overrides = {}) {
  const fixture = aFixture(options);
  return { fixture, ...(await openLink(transportOf(fixture), overrides)) };
}

function aFixture(options: StdioFixtureOptions = {}): StdioFixture {
  const fixture = stdioFixture(options);
  onTestFinished(() => fixture.close());
  return fixture;
}

const transportOf = ({ command, args }: StdioFixture) => ({ kind: 'stdio', command, args: [...args] });

it.each<ProtocolVersion>([...legacyVersions, modernVersion])(
  'a process that speaks %s is greeted, answers, and ends when the link does',
  async (version) => {
    const { fixture, link } = await setup({ version, instructions: 'Be kind.' });
    expect(link).toMatchObject({
      protocolVersion: version,
      instructions: 'Be kind.',
      serverInfo: { name: 'fixture' },
    });
    expect(textOf(await call(link, 'echo', { args: { message: 'hello' } }))).toBe('hello');
    await link.close();
    await link.close();
    expect(fixture.alive).toEqual([]);
    expect(fixture.stops).toEqual(['eof']);
    expect(await link.ended).toMatchObject({ isOurs: true });
    await expect(call(link, 'echo')).rejects.toMatchObject({ data: { phase: 'not-sent' } });
  },
);

describe.each<ProtocolVersion>([latestLegacyVersion, modernVersion])(
  'a process that speaks %s',
  (version) => {
    it('tells that its lists have changed', async () => {
      const { fixture, changes } = await setup({ version });
      if (version === modernVersion) await fixture.saw('subscriptions/listen');
      else await fixture.saw('notifications/initialized');
      fixture.emitListChanged('prompts');
      await fixture.until(() => changes.length > 0);
      expect(changes).toEqual(['prompts']);
    });

    it('hears that a call was given up', async () => {
      const { fixture, link } = await setup({ version });
      const giveUp = new AbortController();
      const called = call(link, 'slow', { args: { ms: 3_600_000 }, signal: giveUp.signal });
      await fixture.saw('tools/call');
      giveUp.abort();
      await expect(called).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
      await fixture.until(() => fixture.cancelled.length === 1);
    });

    it('tells of every step, also of the last', async () => {
      const { link } = await setup({ version });
      const seen: JsonObject[] = [];
      await call(link, 'progress', { args: { steps: 3 }, onProgress: (step) => seen.push(step) });
      expect(seen).toMatchObject([{ progress: 1 }, { progress: 2 }, { progress: 3 }]);
      expect(seen[0]).not.toHaveProperty('progressToken');
    });
  },
);

describe('calls', () => {
  it('of many at a time get the answers that are theirs', async () => {
    const { link } = await setup();
    const messages = Array.from({ length: 200 }, (_, index) => String(index));
    const answers = await Promise.all(messages.map((message) => call(link, 'echo', { args: { message } })));
    expect(answers.map(textOf)).toEqual(messages);
  });

  it('get what the server says as it says it, however large', async () => {
    const { link } = await setup();
    const known = await call(link, 'everything');
    expect(known.result).toMatchObject({
      structuredContent: { depth: 3 },
      _meta: { 'example.com/kept': true },
    });
    expect(JSON.stringify(known.result)).toContain('hologram');
    expect(textOf(await call(link, 'big', { args: { characters: 8_000_000 } }))).toHaveLength(8_000_000);
  });

  it('are not disturbed by what does not belong on the output', async () => {
    const { fixture, link } = await setup({ banner: 'Welcome!' });
    for (const kind of ['noise', 'batch', 'duplicate'] as const) {
      fixture.set({ 'tools/call': { kind } });
      expect(textOf(await call(link, 'echo', { args: { message: kind } }))).toBe(kind);
    }
    fixture.set({ 'tools/call': { kind: 'stderr', megabytes: 4 } });
    expect(textOf(await call(link, 'echo', { args: { message: 'still' } }))).toBe('still');
  });
});

describe('a process that ends', () => {
  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('in the middle of a call, %s it ran, leaves open whether it did', async (when, effects) => {
    const { fixture, link } = await setup();
    fixture.set({ 'tools/call': { kind: 'crash', when } });
    const lost = { code: 'MCP_CONNECTION_FAILED', data: { phase: 'unknown' } };
    await expect(call(link, 'counter')).rejects.toMatchObject(lost);
    expect(fixture.count).toBe(effects);
    expect(await link.ended).toMatchObject({ reason: 'its process exited with code 1', isOurs: false });
    await expect(call(link, 'counter')).rejects.toMatchObject({ data: { phase: 'not-sent' } });
  });

  it('is noticed though its children hold its output open, and they end with it', async () => {
    const { fixture, link } = await setup({ grandchild: 'on-our-pipes' });
    const [pid = 0] = fixture.pids;
    process.kill(pid, 'SIGKILL');
    expect(await link.ended).toMatchObject({ reason: 'its process was ended by SIGKILL', isOurs: false });
    await fixture.until(() => fixture.alive.length === 0);
    expect(fixture.grandchildren).toHaveLength(1);
  });

  it('has said all that it said before', async () => {
    const script = `
      require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method } = JSON.parse(line);
        const say = (result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
        if (method === 'initialize') say({ protocolVersion: '2025-11-25', capabilities: {} });
        if (method === 'last') (say({ word: 'x'.repeat(1e6) }), process.stdout.write('', () => process.exit(0)));
      });`;
    const transport = { kind: 'stdio', command: process.execPath, args: ['-e', script] };
    const { link } = await openLink(transport, { knownEra: 'legacy' });
    const { result } = await link.request({ method: 'last', timeoutMs: 60_000 });
    expect(result?.['word']).toHaveLength(1_000_000);
  });

  it('and has closed its input, was sent nothing', async () => {
    const script = `
      require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method } = JSON.parse(line);
        const result = method === 'initialize' ? { protocolVersion: '2025-11-25', capabilities: {} } : {};
        const answer = JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n';
        if (method === 'last') require('fs').closeSync(0);
        if (id !== undefined) require('fs').writeSync(1, answer);
      });
      setInterval(() => {}, 1e6);`;
    const transport = { kind: 'stdio', command: process.execPath, args: ['-e', script] };
    const { link } = await openLink(transport, { knownEra: 'legacy' });
    await link.request({ method: 'last', timeoutMs: 60_000 });
    const notSent = { code: 'MCP_CONNECTION_FAILED', data: { phase: 'not-sent' } };
    await expect(call(link, 'echo')).rejects.toMatchObject(notSent);
  });

  it('is ended when it sends a line without end', async () => {
    const { fixture, link } = await setup();
    fixture.set({ 'tools/call': { kind: 'huge', megabytes: 65 } });
    const broke = { code: 'MCP_PROTOCOL_ERROR', data: { phase: 'unknown' } };
    await expect(call(link, 'echo')).rejects.toMatchObject(broke);
    expect(await link.ended).toMatchObject({ reason: 'it sent a line of more than 64 MiB', isOurs: false });
    await fixture.until(() => fixture.alive.length === 0);
  });
});

describe('closing', () => {
  it('ends a process that neither the end of its input nor SIGTERM impresses, and all it started', async () => {
    const { fixture, link } = await setup({ ignoreEof: true, ignoreSigterm: true, grandchild: 'apart' });
    await link.close();
    expect(fixture.stops).toEqual(['eof', 'SIGTERM']);
    await fixture.until(() => fixture.alive.length === 0);
    expect(fixture.pids.length + fixture.grandchildren.length).toBe(2);
  });

  it('leaves open what became of a call, and does so for every link of a connector', async () => {
    const connect = createTestConnector();
    const { fixture, link } = await setup({}, { connect });
    const called = call(link, 'slow', { args: { ms: 3_600_000 } });
    await fixture.saw('tools/call');
    await Promise.all([
      connect.close(),
      expect(called).rejects.toMatchObject({ data: { phase: 'unknown' } }),
    ]);
    expect(fixture.alive).toEqual([]);
  });

  it('is done for a hub that was killed, by the one that outlives it', async () => {
    const fixture = aFixture({ ignoreEof: true, ignoreSigterm: true, grandchild: 'apart' });
    const doomed = fileURLToPath(import.meta.resolve('../../test-support/doomed-hub.ts'));
    const hub = spawn(process.execPath, [doomed, JSON.stringify(transportOf(fixture))], { stdio: 'inherit' });
    await fixture.saw('tools/list');
    expect(fixture.alive).toHaveLength(2);
    hub.kill('SIGKILL');
    await once(hub, 'exit');
    await fixture.until(() => fixture.alive.length === 0);
  });
});

describe('opening', () => {
  it('gives a process only what it may see', async () => {
    const credentials = { env: { TOKEN: 'declared' } };
    const { link } = await setup({}, { credentials });
    const env: unknown = JSON.parse(textOf(await call(link, 'env')));
    const { PATCHBAY_ADMIN_KEY: _ours, CLOUD_KEY: _theirs, ...base } = hubEnv;
    expect(env).toEqual({ ...base, TOKEN: 'declared' });
  });

  it.each([
    ['command not found: no-such-command', { command: 'no-such-command' }],
    ['working directory not found: /no/such', { command: process.execPath, cwd: '/no/such' }],
  ])('says "%s"', async (reason, how) => {
    const failed = { code: 'MCP_CONNECTION_FAILED', data: { serverId: 'github', reason, phase: 'not-sent' } };
    await expect(openLink({ kind: 'stdio', ...how })).rejects.toMatchObject(failed);
  });

  it('says when a command is not allowed to run', async () => {
    const command = join(createTempDir(), 'not-a-program');
    writeFileSync(command, '', { mode: 0o600 });
    const reason = `command not allowed to run: ${command}`;
    await expect(openLink({ kind: 'stdio', command })).rejects.toMatchObject({ data: { reason } });
  });

  it('repeats the last words of a process that dies at the start, but none of its secrets', async () => {
    const fixture = aFixture({ exitAtStart: 3, stderr: 'Error: bad token s3cret-value' });
    const credentials = { env: { TOKEN: 's3cret-value' } };
    const reason = 'its process exited with code 3. Its last words: Error: bad token [MASKED_CREDENTIAL]';
    await expect(openLink(transportOf(fixture), { credentials })).rejects.toMatchObject({
      data: { reason, phase: 'not-sent' },
    });
  });

  it('starts a server again that dies of the probe', async () => {
    const { fixture, link } = await setup({
      faults: { 'server/discover': { kind: 'crash', when: 'before' } },
    });
    expect(link.era).toBe('legacy');
    expect(fixture.pids).toHaveLength(2);
    expect(fixture.alive).toHaveLength(1);
  });

  it('greets a server in the old way that says nothing to the probe', async () => {
    const { fixture, link } = await setup({ faults: { 'server/discover': { kind: 'silence' } } });
    expect(link.era).toBe('legacy');
    expect(fixture.requests.map(({ method }) => method).slice(0, 2)).toEqual([
      'server/discover',
      'initialize',
    ]);
  });

  it('does not probe a server that is known to be legacy', async () => {
    const { fixture } = await setup({}, { knownEra: 'legacy' });
    expect(fixture.requests[0]).toMatchObject({ method: 'initialize' });
  });

  it('ends the process of a server that never greets', async () => {
    const fixture = aFixture({ faults: { '*': { kind: 'silence' } } });
    const opened = openLink(transportOf(fixture), { timeoutMs: 1_000 });
    const data = { afterMs: 1_000, phase: 'not-sent' };
    await expect(opened).rejects.toMatchObject({ code: 'MCP_TIMEOUT', data });
    expect(fixture.alive).toEqual([]);
  });

  it('ends the process when the one who wanted it gives up', async () => {
    const fixture = aFixture({ faults: { '*': { kind: 'silence' } } });
    const giveUp = new AbortController();
    const opened = openLink(transportOf(fixture), { signal: giveUp.signal });
    await fixture.saw('server/discover');
    giveUp.abort();
    await expect(opened).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
    expect(fixture.alive).toEqual([]);
    expect(fixture.pids).toHaveLength(1);
  });
});
