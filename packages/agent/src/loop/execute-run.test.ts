import type { RunStore } from '@patchbay/core';
import { describe, expect, it } from 'vitest';
import { createRunWorld, tellStory } from '../../test-support/run-world.ts';

const read = { tool: 'files__read', arguments: { path: 'a' } };
const write = { tool: 'files__write', arguments: { path: 'b' } };

describe('a run', () => {
  it('asks the model, calls its tools, and ends with its answer', async () => {
    const world = await createRunWorld({
      replies: [
        { say: 'I look.', call: [read, write] },
        { say: 'It is empty.', pieces: 2 },
      ],
    });
    expect(await world.go()).toBe('ended');
    expect(await world.end()).toEqual({ status: 'SUCCEEDED', reason: 'answered', answer: 'It is empty.' });
    expect(world.effects).toEqual(['read {"path":"a"}', 'write {"path":"b"}']);
    expect(world.openTools()).toBe(0);
    expect(await world.steps()).toEqual([
      'prepared',
      'asked',
      'answered',
      'called',
      'called',
      'result',
      'result',
      'asked',
      'answered',
      'ended',
    ]);
  });

  it('tells those who read along all of it, in this order', async () => {
    const world = await createRunWorld({
      replies: [
        { think: 'Hm.', say: 'I look.', call: [read] },
        { say: 'It is empty.', pieces: 2 },
      ],
    });
    await world.go();
    expect(tellStory(world.news)).toEqual([
      'init {"runId":"run-1","conversationId":"talk-1","agent":"helper","model":"test-model","tools":["files__list","files__read","files__write"]}',
      'message thought + Hm.',
      'message text + I look.',
      'message thought = Hm.',
      'message text = I look.',
      'tool_call_update run-1.1.1 files.read IN_PROGRESS {"path":"a"}',
      'tool_call_update run-1.1.1 files.read COMPLETED read did {"path":"a"}',
      'message text + It is ',
      'message text + empty.',
      'message text = It is empty.',
      'done {"runId":"run-1","status":"SUCCEEDED","reason":"answered","answer":"It is empty.","turns":2,"toolCalls":1,"usage":{"inputTokens":20,"outputTokens":10,"cachedTokens":0},"cost":0.00004}',
    ]);
  });

  it('is told of only after it is stored', async () => {
    const world = await createRunWorld({ replies: [{ call: [read] }, { say: 'Done.' }] });
    const late: string[] = [];
    const counts: number[] = [];
    const store: RunStore = {
      ...world.store,
      append: async (...given) => {
        const isWritten = await world.store.append(...given);
        counts.push((await world.stored()).steps.length);
        return isWritten;
      },
    };
    const emit: typeof world.ports.emit = ({ step, event }) => {
      if (step !== undefined && step > (counts.at(-1) ?? 0)) late.push(event.name);
    };
    await world.go({}, { store, emit });
    expect(late).toEqual([]);
  });

  it('in ReAct does the same in text', async () => {
    const world = await createRunWorld({
      agent: { dialect: 'react' },
      replies: [
        { say: 'Thought: I look.\nAction: files.read\nAction Input: path: a' },
        { say: 'I forgot the form.' },
        { say: 'Thought: Now.\nFinal Answer: It is empty.', pieces: 4 },
      ],
    });
    expect(await world.go()).toBe('ended');
    expect(await world.end()).toMatchObject({ status: 'SUCCEEDED', answer: 'It is empty.' });
    expect(world.effects).toEqual(['read {"path":"a"}']);
    expect(tellStory(world.news).slice(1)).toEqual([
      'message thought + Thought: I look.\nAction: files.read',
      'message thought + \nAction Input: path: a',
      'message thought = Thought: I look.\nAction: files.read\nAction Input: path: a',
      'tool_call_update run-1.1.1 files.read IN_PROGRESS path: a',
      'tool_call_update run-1.1.1 files.read COMPLETED read did {"path":"a"}',
      'message thought + I forgot the form.',
      'message thought = I forgot the form.',
      expect.stringContaining('warning {"code":"REPLY_MALFORMED"'),
      'message thought + Thought: Now.',
      'message text + It',
      'message text +  is empty.',
      'message text = It is empty.',
      expect.stringContaining('done {'),
    ]);
  });

  it('goes on when a tool fails, is not there or cannot read its arguments', async () => {
    const world = await createRunWorld({
      replies: [
        { call: [read, { tool: 'mail__send' }, { tool: 'files__fly' }, { tool: 'nonsense' }] },
        { when: { turn: 2, last: '*is not available on server "files". Available tools: *' }, say: 'I see.' },
      ],
    });
    world.upstream.onCall = () => ({ error: { code: -32_000, message: 'The disk is on fire.' } });
    await world.go();
    expect(await world.end()).toMatchObject({ status: 'SUCCEEDED', answer: 'I see.' });
    const texts = (await world.stored()).steps.flatMap((step) =>
      step.kind === 'result' ? [step.result] : [],
    );
    expect(texts.map(({ content, isError }) => [content[0]?.['text'], isError])).toEqual([
      [
        'MCP tool execution failed: MCP server "mail" is not available for this execution. Available servers: files',
        true,
      ],
      [
        'MCP tool execution failed: tool "fly" is not available on server "files". Available tools: list, read, write',
        true,
      ],
      [
        `MCP tool execution failed: invalid tool name "nonsense": must be in 'server.tool' format (e.g., 'kubernetes-server.get_pods')`,
        true,
      ],
      ['MCP tool execution failed: The disk is on fire.', true],
    ]);
  });

  it('calls no tool that it was not shown, though the hub has it', async () => {
    const world = await createRunWorld({
      agent: { limits: { maxTurns: 5, maxTools: 1, maxToolCalls: 9, maxTokens: null, maxMs: 60_000 } },
      replies: [{ call: [read] }, { say: 'Well.' }],
    });
    await world.go();
    expect(world.effects).toEqual([]);
    expect(tellStory(world.news)).toContain(
      'warning {"code":"TOOLS_LEFT_OUT","message":"The model is shown 1 tools; there was no room for files__read and 1 more."}',
    );
  });

  it('goes on without tools when none can be opened [D-61]', async () => {
    const world = await createRunWorld({ replies: [{ say: 'I have no tools.' }] });
    const openTools = () => Promise.reject(new Error('broken'));
    expect(await world.go({}, { openTools })).toBe('ended');
    expect(await world.end()).toMatchObject({ status: 'SUCCEEDED', answer: 'I have no tools.' });
  });
});

describe('a call by hand', () => {
  it('asks no model, and its answer is what the tool said', async () => {
    const world = await createRunWorld({
      run: { input: '/call files.read {"path": "a"}' },
      replies: [{ say: 'no' }],
    });
    const modelOf = () => Promise.reject(new Error('no model may be asked'));
    expect(await world.go({}, { modelOf })).toBe('ended');
    expect(await world.end()).toEqual({
      status: 'SUCCEEDED',
      reason: 'called',
      answer: 'read did {"path":"a"}',
    });
  });

  it('waits for an approval like any other', async () => {
    const world = await createRunWorld({
      asks: ['write'],
      run: { input: '/call files.write a: 1' },
      replies: [{}],
    });
    expect(await world.go()).toBe('waiting');
    await world.approve();
    expect(await world.go()).toBe('ended');
    expect(await world.end()).toMatchObject({ answer: 'write did {"a":1}' });
  });

  it('that names no tool is told how to', async () => {
    const world = await createRunWorld({ run: { input: '/call' }, replies: [{}] });
    await world.go();
    expect(await world.end()).toMatchObject({ status: 'FAILED', reason: 'INPUT_INVALID' });
  });
});

describe('a model that fails', () => {
  it('is asked again, and readers hear of it', async () => {
    const world = await createRunWorld({
      replies: [{ fail: { times: 2, afterText: 'It' }, say: 'It works.' }],
    });
    const going = world.go();
    await world.hub.time.pass(60_000);
    expect(await going).toBe('ended');
    expect(await world.end()).toMatchObject({ answer: 'It works.' });
    expect(tellStory(world.news).slice(1, 5)).toEqual([
      'message text + It',
      'warning {"code":"MODEL_RETRIED","message":"The model \\"test-model\\" did not answer: The script says so."}',
      'message text + It',
      'warning {"code":"MODEL_RETRIED","message":"The model \\"test-model\\" did not answer: The script says so."}',
    ]);
    const ids = world.news.flatMap(({ event }) => (event.name === 'message' ? [event.data.messageId] : []));
    expect(new Set(ids).size).toBe(3);
  });

  it('again and again ends the run', async () => {
    const world = await createRunWorld({ replies: [{ fail: {} }] });
    const going = world.go();
    await world.hub.time.pass(60_000);
    expect(await going).toBe('ended');
    expect(await world.end()).toMatchObject({ status: 'FAILED', reason: 'MODEL_UNAVAILABLE' });
    expect(world.news.at(-2)?.event.name).toBe('error');
  });

  it('for good is not asked again', async () => {
    const world = await createRunWorld({ replies: [{ fail: { status: 401, message: 'No such key.' } }] });
    expect(await world.go()).toBe('ended');
    expect(await world.end()).toMatchObject({ status: 'FAILED', reason: 'MODEL_KEY_REFUSED' });
  });
});
