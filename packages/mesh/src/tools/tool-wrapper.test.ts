import { createManualTime, settle } from '@patchbay/testkit';
import type { ToolResult } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineAgent, type Agent } from '../define-agent.ts';
import type { ToolProxy } from '../proxies/tool-proxy.ts';
import { parseCompositeKey, toCompositeKey } from './composite-key.ts';
import { injector } from './injector.ts';
import { Settling } from './settling.ts';
import type { Slot } from './slot.ts';
import { ToolWrapper } from './tool-wrapper.ts';
import { Wrappers } from './wrappers.ts';

function setup<N, T>(agent: Agent<N, T>, settleMs = 0) {
  const time = createManualTime();
  const settling = new Settling(time.timers);
  settling.begin(settleMs);
  const wrappers = new Wrappers(
    agent.definitions.map((tool) => {
      const { body } = tool;
      const start = 'run' in body ? body.run : () => undefined;
      return new ToolWrapper(tool, { injector, settling, timers: time.timers, start });
    }),
  );
  const call = (name: string, args = {}): Promise<ToolResult> => {
    const controller = new AbortController();
    const info = { signal: controller.signal, traceId: 't', headers: {}, progress: () => {} };
    const wrapper = wrappers.get(name);
    if (!wrapper) throw new Error(`no tool ${name}`);
    return wrapper.call(args, info, controller);
  };
  return { wrappers, call, time };
}

/** A provider that answers with its own name. */
function slot(name: string, answer: () => Promise<string> = () => Promise.resolve(name)): Slot {
  const call = async (): Promise<ToolResult> => ({ content: [{ type: 'text', text: await answer() }] });
  const proxy: ToolProxy = { key: `${name}:f`, endpoint: name, functionName: 'f', call };
  return { proxy, kwargs: {} };
}

const text = ({ content }: ToolResult): unknown => content[0]?.['text'];

const asking = defineAgent('asking')
  .needs('one', { capability: 'time', tags: ['system'], output: z.string() })
  .needs('two', { capability: 'time', tags: ['utc'], output: z.string() })
  .tool('both', {
    async run(_, mesh) {
      const first = await mesh.one({});
      return `${first} ${await mesh.two({})}`;
    },
  });

describe('a wrapper', () => {
  it('stays the same object while what it holds changes [C-01]', async () => {
    const { wrappers, call } = setup(asking);
    const wrapper = wrappers.get('both');
    wrappers.updateDependency('both:dep_0', slot('a'));
    wrappers.updateDependency('both:dep_1', slot('b'));
    expect(text(await call('both'))).toBe('a b');
    wrappers.updateDependency('both:dep_1', slot('c'));
    expect(text(await call('both'))).toBe('a c');
    expect(wrappers.get('both')).toBe(wrapper);
  });

  it('keeps places by the order of declaration, also for one capability twice [C-03]', async () => {
    const { wrappers, call } = setup(asking);
    wrappers.get('both')?.updateDependency(1, slot('utc'));
    wrappers.get('both')?.updateDependency(0, slot('system'));
    expect(text(await call('both'))).toBe('system utc');
  });

  it('is changed in one step, so that a call under way keeps what it began with [C-04]', async () => {
    const { wrappers, call } = setup(asking);
    const gate = Promise.withResolvers<string>();
    const old = new Map([
      ['both:dep_0', slot('old', () => gate.promise)],
      ['both:dep_1', slot('old')],
    ]);
    wrappers.apply(old, new Map());
    const underWay = call('both');
    await settle();
    wrappers.apply(new Map(['both:dep_0', 'both:dep_1'].map((key) => [key, slot('new')])), new Map());
    const next = await call('both');
    gate.resolve('old');
    expect([text(await underWay), text(next)]).toEqual(['old old', 'new new']);
  });
});

describe('a composite key', () => {
  it.each([
    ['calc', 0, 'calc:dep_0'],
    ['com.example.Calc.calc', 12, 'com.example.Calc.calc:dep_12'],
    ['a:dep_1', 2, 'a:dep_1:dep_2'],
  ])('of %s and %i is parsed at its last separator [C-02]', (funcId, index, key) => {
    expect(toCompositeKey(funcId, index)).toBe(key);
    expect(parseCompositeKey(key)).toEqual({ funcId, index });
  });

  it.each(['calc', ':dep_0', 'calc:dep_', 'calc:dep_x', 'calc:dep_-1'])('is not %j', (text) => {
    expect(parseCompositeKey(text)).toBeUndefined();
  });

  it('for a function that nobody knows, or a place that is not there, changes nothing [C-02]', async () => {
    const { wrappers, call } = setup(asking);
    for (const key of ['other:dep_0', 'both:dep_7', 'both', '__proto__:dep_0'])
      wrappers.updateDependency(key, slot('x'));
    expect(text(await call('both'))).toBe('Dependency not available: time');
  });
});

describe('what a tool cannot do without', () => {
  const agent = defineAgent('careful')
    .needs('needed', { capability: 'adder' })
    .tool('strict', { run: () => 'ran' })
    .needs('extra', { capability: 'cache', optional: true })
    .tool('lenient', { run: (_, mesh) => (mesh.extra ? 'with cache' : 'without cache') });

  it('is named when nobody provides it, and the tool is not called [C-27]', async () => {
    const { call } = setup(agent);
    expect(await call('strict')).toEqual({
      content: [{ type: 'text', text: 'Dependency not available: adder' }],
      isError: true,
    });
  });

  it('is undefined if it is optional, and the tool decides [C-27]', async () => {
    const { wrappers, call } = setup(agent);
    wrappers.updateDependency('lenient:dep_0', slot('adder'));
    expect(text(await call('lenient'))).toBe('without cache');
    wrappers.updateDependency('lenient:dep_1', slot('cache'));
    expect(text(await call('lenient'))).toBe('with cache');
    wrappers.updateDependency('lenient:dep_1', undefined);
    expect(text(await call('lenient'))).toBe('without cache');
  });

  it('is waited for after a start, until it is found [C-27]', async () => {
    const { wrappers, call, time } = setup(agent, 20_000);
    const waiting = call('strict');
    await time.pass(5_000);
    wrappers.updateDependency('strict:dep_0', slot('adder'));
    expect(text(await waiting)).toBe('ran');
  });

  it('is not waited for longer than the window, nor ever again after it was seen once [C-27]', async () => {
    const { wrappers, call, time } = setup(agent, 20_000);
    wrappers.updateDependency('strict:dep_0', slot('adder'));
    wrappers.updateDependency('strict:dep_0', undefined);
    expect(text(await call('strict'))).toBe('Dependency not available: adder');
    const waiting = call('lenient');
    await time.pass(20_000);
    expect(text(await waiting)).toBe('Dependency not available: adder');
  });
});

describe('what becomes of a call', () => {
  const wrapped = new Error('', { cause: new Error('inner') });
  const agent = defineAgent('failing')
    .tool('throws', {
      run() {
        throw new Error('no such city');
      },
    })
    .tool('wraps', {
      run() {
        throw new AggregateError([wrapped]);
      },
    })
    .tool('rejects', { run: () => Promise.reject(new Error('no answer')) })
    .tool('never', {
      run: (_, __, { signal }) => new Promise(() => signal.addEventListener('abort', stopped)),
    })
    .tool('slow', { timeoutMs: 90_000, run: () => new Promise(() => {}) })
    .tool('lies', { output: z.object({ n: z.number() }), run: () => ({ n: 'one' }) as never })
    .tool('strict', { input: z.object({ city: z.string() }), run: () => 1 });
  let aborted = 0;
  const stopped = (): void => void (aborted += 1);

  it.each([
    ['throws', 'Error: no such city'],
    ['wraps', 'Error: inner'],
    ['lies', 'Error: the tool answered something else than it says: n: Write a number.'],
    ['strict', 'Error: invalid arguments: city: This is missing.'],
  ])('%s: is an error in words [C-25]', async (tool, words) => {
    expect(await setup(agent).call(tool)).toEqual({
      content: [{ type: 'text', text: words }],
      isError: true,
    });
  });

  it('says when it failed later [C-26]', async () => {
    expect(await setup(agent).call('rejects')).toMatchObject({
      content: [{ text: 'Async error: no answer' }],
      isError: true,
    });
  });

  it('is awaited for 30 s, and the tool is told when they are over [C-26]', async () => {
    const { call, time } = setup(agent);
    const answer = call('never');
    await time.pass(29_999);
    expect(aborted).toBe(0);
    await time.pass(1);
    expect(await answer).toMatchObject({
      content: [{ text: 'Timeout waiting for async result' }],
      isError: true,
    });
    expect([aborted, time.waiting()]).toEqual([1, 0]);
  });

  it('is awaited for as long as the tool says [C-26]', async () => {
    const { call, time } = setup(agent);
    let isOver = false;
    const answer = call('slow').finally(() => (isOver = true));
    await time.pass(89_999);
    expect(isOver).toBe(false);
    await time.pass(1);
    expect(text(await answer)).toBe('Timeout waiting for async result');
  });

  it.each([
    ['a text', 'hi', { content: [{ type: 'text', text: 'hi' }] }],
    ['nothing', undefined, { content: [] }],
    ['a number', 7, { content: [{ type: 'text', text: '7' }] }],
    ['an object', { a: 1 }, { content: [{ type: 'text', text: '{"a":1}' }], structuredContent: { a: 1 } }],
  ])('is MCP for %s', async (_, value, result) => {
    const { call } = setup(defineAgent('plain').tool('say', { run: () => value }));
    expect(await call('say')).toEqual(result);
  });
});
