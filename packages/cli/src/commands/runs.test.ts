import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunView } from '@patchbay/contracts';
import { createTempDir } from '@patchbay/testkit';
import { startHttpFixture } from '@patchbay/testkit/mcp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { setupFake } from '../../test-support/fake-hub.ts';
import { setup } from '../../test-support/hub.ts';
import type { Terminal } from '../command.ts';

const script = `replies:
  - { when: { last: 'Say*' }, say: One moment., call: [{ tool: fx__echo, arguments: { message: hi } }] }
  - { when: { last: '*rejected*' }, say: Then not. }
  - { when: { last: 'Wait*' }, pause: forever }
  - { when: { last: '*hi*' }, say: It said hi., pieces: 3 }
  - { when: { last: 'Ponder*' }, think: Let me see., say: I thought so., pieces: 3 }
  - { when: { last: Broken }, fail: { status: 400 } }
  - { when: { last: '*' }, say: Yes. }
`;

/** A hub with a server, a scripted model and an agent, and a terminal that nobody interrupts. */
async function setupAgent(terminal: Partial<Terminal> = {}) {
  const fixture = await startHttpFixture();
  onTestFinished(() => fixture[Symbol.asyncDispose]());
  const { run } = await setup({ stopped: () => new Promise(() => {}), ...terminal });
  const file = join(createTempDir(), 'script.yaml');
  writeFileSync(file, script);
  await run('servers', 'add', 'fx', '--url', fixture.url);
  await run('models', 'add', 'demo', '--script', file);
  await run('agents', 'add', 'helper', '--model', 'demo', '--approval', 'ask');
  return { run };
}

/** Somebody at the keyboard who types these lines, and then no more. */
function typing(...lines: readonly string[]) {
  const left = [...lines];
  const asked: string[] = [];
  const askLine = async (question: string) => (asked.push(question), left.shift());
  return { isInteractive: true, askLine, asked };
}

async function* asLines(...lines: readonly string[]) {
  yield* lines;
}

const allowEcho = ['policies', 'set', 'fx', 'echo', 'allow'];
const idOf = (out: string): string => (JSON.parse(out) as RunView[])[0]?.id ?? '';

describe('run', () => {
  it('prints the answer, and only the answer, on stdout', async () => {
    const { run } = await setupAgent();
    await run(...allowEcho);
    const { code, out, err } = await run('run', 'helper', 'Say hi');
    expect([code, out]).toEqual([0, 'It said hi.\n']);
    expect(err).toContain('→ fx.echo {"message":"hi"}');
    expect(err).toContain('✓ fx.echo');
  });

  it('shows what is said as it is said, to who watches', async () => {
    const { run } = await setupAgent(typing());
    await run(...allowEcho);
    const { out, err } = await run('run', 'Say hi');
    expect(out).toBe('One moment.\nIt said hi.\n');
    expect(err).toContain('2 turns, 1 tool call');
  });

  it('shows what is thought once, before what is said', async () => {
    const { run } = await setupAgent(typing());
    const { out, err } = await run('run', 'Ponder');
    expect(out).toBe('I thought so.\n');
    expect(err.split('Let me see.')).toHaveLength(2);
  });

  it('asks who is there, and does what they say', async () => {
    const keyboard = typing('what?', 'y', 'n not today');
    const { run } = await setupAgent(keyboard);
    const approved = await run('run', 'Say hi');
    expect(approved.err).toContain('"message": "hi"');
    expect(approved).toMatchObject({ code: 0, out: 'One moment.\nIt said hi.\n' });
    const rejected = await run('run', 'Say hi');
    expect(rejected).toMatchObject({ code: 0, out: 'One moment.\nThen not.\n' });
    expect(rejected.err).toContain('not today');
    expect(keyboard.asked).toHaveLength(3);
  });

  it('tells events as lines of JSON', async () => {
    const { run } = await setupAgent();
    const { out } = await run('run', 'Hello', '--json');
    const names = out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { event: string }).event);
    expect(names).toEqual(['init', 'message', 'message', 'done']);
  });

  it('exits by how it ended', async () => {
    const { run } = await setupAgent();
    expect(await run('run', 'Broken')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('Failed:') as string,
    });
    expect(await run('run', '/call fx.nothing {}')).toMatchObject({ code: 1 });
    expect(await run('run', 'nobody', 'Hello')).toMatchObject({ code: 1 });
    expect(await run('run', 'too', 'many', 'words')).toMatchObject({ code: 2 });
    expect(await run('run', '-')).toMatchObject({ code: 2 });
  });

  it('ends at the hub when it is stopped here', async () => {
    const signals = ['SIGINT'];
    const stopped = () => new Promise<string>((resolve) => void signals.splice(0).map(resolve));
    const { run } = await setupAgent({ stopped });
    expect(await run('run', 'Wait')).toMatchObject({
      code: 3,
      err: expect.stringContaining('cancelled') as string,
    });
    const id = idOf((await run('runs', 'list', '--json')).out);
    expect(await run('runs', 'follow', id)).toMatchObject({ code: 3 });
    expect((await run('runs', 'show', id)).out).toContain('CANCELLED');
  });
});

describe('runs', () => {
  it('go on alone, and are shown, followed and cancelled', async () => {
    const { run } = await setupAgent();
    const { out } = await run('run', 'Wait', '--detach');
    const short = out.slice(0, 8);
    expect((await run('runs', 'cancel', short)).code).toBe(0);
    expect(await run('runs', 'follow', short)).toMatchObject({ code: 3 });
    expect((await run('runs', 'show', short)).out).toContain('CANCELLED');
    expect((await run('runs', 'list')).out).toMatch(new RegExp(`${short} +helper +CANCELLED`));
    expect((await run('runs', 'list', '--status', 'failed')).err).toContain('There is no such run.');
    expect(await run('runs', 'show', 'ffff')).toMatchObject({ code: 1 });
  });

  it('are told again to who comes later', async () => {
    const { run } = await setupAgent();
    await run('run', 'Hello');
    const id = idOf((await run('runs', 'list', '--json')).out);
    expect(await run('runs', 'follow', id)).toMatchObject({ code: 0, out: 'Yes.\n' });
  });
});

describe('a stream that breaks off', () => {
  it('is read on from where it was, and what was cut off is said whole', async () => {
    const done = {
      runId: 'r',
      status: 'SUCCEEDED',
      reason: 'answered',
      answer: 'Hello.',
      turns: 1,
      toolCalls: 0,
    };
    const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0 };
    const message = { messageId: 'm', turn: 1, channel: 'text' };
    const told = (id: string, name: string, data: object): string =>
      `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    const streams = [
      told('1.1', 'message', { ...message, delta: 'Hel' }),
      told('2.1', 'message', { ...message, text: 'Hello.' }) +
        told('3.1', 'done', { ...done, usage, cost: 0 }),
    ];
    const terminal = { isInteractive: true, stopped: () => new Promise<string>(() => {}) };
    const { run } = await setupFake({ runEvents: () => new Response(streams.shift()) }, terminal);
    const { code, out, err } = await run('runs', 'follow', 'a'.repeat(36));
    expect([code, out]).toEqual([0, 'Hel\nHello.\n']);
    expect(err).toContain('Trying again.');
  });
});

describe('chat', () => {
  it('keeps to one conversation, and begins another when told to', async () => {
    const { run } = await setupAgent(typing('Hello', 'And?', '/new', 'Hello', '/what', '/exit', 'never'));
    const { code, out, err } = await run('chat');
    expect([code, out]).toEqual([0, 'Yes.\nYes.\nYes.\n']);
    expect(err).toContain('--conversation');
    const runs = JSON.parse((await run('runs', 'list', '--json')).out) as RunView[];
    const [third, second, first] = runs.map(({ conversationId }) => conversationId);
    expect(first).toBe(second);
    expect(third).not.toBe(first);
  });

  it('calls a tool without any model, from a pipe', async () => {
    const lines = async function* () {
      yield '/call fx.echo {"message": "hi"}';
    };
    const { run } = await setupAgent({ lines });
    await run('agents', 'remove', 'helper', '-y');
    await run('models', 'remove', 'demo', '-y');
    await run(...allowEcho);
    const { code, out, err } = await run('chat');
    expect([code, out]).toEqual([0, 'hi\n']);
    expect(err).toContain('✓ fx.echo\n');
  });

  it('shows what a tool says that was called by hand once, at a keyboard', async () => {
    const { run } = await setupAgent(typing('/call fx.echo {"message": "tick"}'));
    await run(...allowEcho);
    const { out, err } = await run('chat');
    expect(out).toBe('tick\n');
    expect(err).toContain('→ fx.echo {"message": "tick"}\n✓ fx.echo\n');
  });

  /** Each question is stopped by the next of these as soon as it was asked. */
  const stoppedBy = (...signals: readonly string[]) => {
    const left = [...signals];
    const released: string[] = [];
    const stoppable = () => {
      const signal = left.shift() ?? '';
      const stopped = signal === '' ? new Promise<string>(() => {}) : Promise.resolve(signal);
      return { stopped, release: () => void released.push(signal) };
    };
    return { stoppable, released };
  };

  it('ends a question at Ctrl-C, and goes on', async () => {
    const { stoppable, released } = stoppedBy('SIGINT', '');
    const { run } = await setupAgent({ ...typing('Wait', 'Hello'), stoppable });
    const { code, out, err } = await run('chat');
    expect([code, out]).toEqual([0, 'Yes.\n']);
    expect(err).toContain('The run was cancelled.');
    expect(released).toEqual(['SIGINT', '']);
    expect((await run('runs', 'list')).out).toMatch(/CANCELLED/);
  });

  it.each([
    ['at a keyboard when it is to end', 'SIGTERM', typing('Wait', 'Hello'), 0],
    ['from a pipe at Ctrl-C', 'SIGINT', { lines: () => asLines('Wait', 'Hello') }, 3],
  ])('ends %s', async (...given) => {
    const [, signal, terminal, code] = given;
    const { run } = await setupAgent({ ...terminal, ...stoppedBy(signal, '') });
    expect(await run('chat')).toMatchObject({ code, out: '' });
  });

  it('goes on after a question that cannot be asked', async () => {
    const { run } = await setupAgent(typing('/agent nobody', 'Hello', '/agent helper', 'Hello'));
    const { out, err } = await run('chat');
    expect(err).toContain('There is no agent "nobody".');
    expect(out).toBe('Yes.\n');
  });
});
