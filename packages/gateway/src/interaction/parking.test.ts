import { describe, expect, it } from 'vitest';
import {
  accepted,
  askClient,
  askedIn,
  bodyOf,
  callModern,
  form,
  messagesOf,
  parkedCall,
  stateIn,
} from '../../test-support/interactive.ts';
import { openWorld, text } from '../../test-support/world.ts';

const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: unknown) => (error as { code?: string }).code,
  );

describe('a modern client that is asked something', () => {
  it('gets it as its answer, and the answer to its next request', async () => {
    const world = await openWorld();
    const first = callModern(world);
    const call = await world.calls.next();
    const answering = askClient(call, { name: form('Who?') });
    const { result, requests, state } = await askedIn(first);
    expect(result).toMatchObject({ resultType: 'input_required' });
    expect(requests).toEqual({
      name: {
        method: 'elicitation/create',
        params: { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
      },
    });
    const second = callModern(world, { requestState: state, inputResponses: { name: accepted('Ada') } });
    expect(await answering).toEqual({ name: { result: accepted('Ada') } });
    call.resolve(text('Hello Ada'));
    expect(await bodyOf(second)).toMatchObject({ result: { content: [{ text: 'Hello Ada' }] } });
    expect(world.calls.seen).toHaveLength(1);
  });

  it('is asked again for what was not among its answers, with another state', async () => {
    const world = await openWorld();
    const first = callModern(world);
    const call = await world.calls.next();
    const answering = askClient(call, { one: form('1'), two: form('2') });
    const { state } = await askedIn(first);
    const some = { one: accepted('1'), two: 'nothing', other: accepted('x') };
    const again = await askedIn(callModern(world, { requestState: state, inputResponses: some }));
    expect(Object.keys(again.requests)).toEqual(['two']);
    expect(again.state).not.toBe(state);
    void callModern(world, { requestState: again.state, inputResponses: { two: accepted('2') } }).catch(
      () => {},
    );
    expect(await answering).toEqual({ one: { result: accepted('1') }, two: { result: accepted('2') } });
    call.resolve(text('done'));
  });

  it('is told of progress on the stream of the request that is open', async () => {
    const world = await openWorld();
    const first = callModern(world, {}, { meta: { progressToken: 'p1' } });
    const call = await world.calls.next();
    call.onProgress?.({ progress: 1 });
    void askClient(call, { name: form('Who?') });
    const { next } = await messagesOf(first);
    expect(await next()).toMatchObject({ params: { progress: 1, progressToken: 'p1' } });
    const requestState = stateIn(await next());
    call.onProgress?.({ progress: 2 }); // nobody is there
    const meta = { progressToken: 'p2' };
    const second = callModern(world, { requestState, inputResponses: { name: accepted('A') } }, { meta });
    const later = await messagesOf(second);
    call.onProgress?.({ progress: 3 });
    call.resolve(text('done'));
    expect(await later.next()).toMatchObject({ params: { progress: 3, progressToken: 'p2' } });
    expect(await later.next()).toMatchObject({ id: 1, result: { resultType: 'complete' } });
  });

  it('finds the answer of a call that ended without it', async () => {
    const world = await openWorld();
    const { call, state } = await parkedCall(world);
    call.resolve(text('It was not needed.'));
    const late = await bodyOf(callModern(world, { requestState: state, inputResponses: {} }));
    expect(late).toMatchObject({ result: { content: [{ text: 'It was not needed.' }] } });
  });

  it('may leave between two requests, but not during one', async () => {
    const world = await openWorld();
    const { call, state, answering } = await parkedCall(world);
    expect(call.signal?.aborted).toBe(false);
    const leaving = new AbortController();
    const params = { requestState: state, inputResponses: { name: accepted('A') } };
    const second = callModern(world, params, { signal: leaving.signal });
    await answering;
    const gone = Promise.withResolvers<unknown>();
    call.signal?.addEventListener('abort', gone.resolve);
    leaving.abort();
    await expect(second).rejects.toThrow(/abort/);
    await gone.promise;
  });

  it('is not asked what it did not declare, nor anything if it declared nothing', async () => {
    const world = await openWorld();
    void callModern(world, {}, { capabilities: {} }).catch(() => {});
    expect((await world.calls.next()).interaction).toBeUndefined();
    const declared = { sampling: {}, roots: { listChanged: true }, tasks: {} };
    void callModern(world, {}, { capabilities: declared }).catch(() => {});
    expect((await world.calls.next()).interaction?.capabilities).toEqual({ sampling: {}, roots: {} });
  });
});

describe('a state', () => {
  const refused = (words: string) => ({
    error: { code: -32_602, message: expect.stringContaining(words) },
  });
  const inputResponses = { name: accepted('Mallory') };

  it('that was changed is refused', async () => {
    const world = await openWorld();
    const { state, call } = await parkedCall(world);
    for (const at of [0, 10, 20, 40, state.length - 1]) {
      const other = state[at] === 'A' ? 'B' : 'A';
      const requestState = state.slice(0, at) + other + state.slice(at + 1);
      expect(await bodyOf(callModern(world, { requestState, inputResponses }))).toMatchObject(
        refused('not one that this hub gave out'),
      );
    }
    for (const requestState of ['', 'x', 'A'.repeat(10_000)])
      expect(await bodyOf(callModern(world, { requestState, inputResponses }))).toMatchObject(
        refused('not one'),
      );
    expect(world.calls.seen).toHaveLength(1);
    call.resolve(text('done'));
  });

  it('is of no use to somebody else, nor for something else', async () => {
    const world = await openWorld();
    const { state: requestState, call, answering } = await parkedCall(world);
    const given = { requestState, inputResponses };
    const others = [
      callModern(world, given, { key: 'operator' }),
      callModern(world, { ...given, arguments: { a: 2 } }),
      callModern(world, { ...given, name: 'demo__other' }),
    ];
    for (const one of others) expect(await bodyOf(one)).toMatchObject(refused('not one that this hub'));
    expect(world.calls.seen).toHaveLength(1);
    void callModern(world, { requestState, inputResponses: { name: accepted('Ada') } }).catch(() => {});
    expect(await answering).toEqual({ name: { result: accepted('Ada') } });
    call.resolve(text('done'));
  });

  it('is good once, also for two who come at the same time', async () => {
    const world = await openWorld();
    const { state: requestState, call } = await parkedCall(world);
    const params = { requestState, inputResponses };
    const both = [bodyOf(callModern(world, params)), bodyOf(callModern(world, params))];
    const loser = await Promise.race(both);
    expect(loser).toMatchObject(refused('used already'));
    call.resolve(text('done'));
    const answers = await Promise.all(both);
    expect(answers.filter(({ result }) => result)).toHaveLength(1);
    expect(await bodyOf(callModern(world, params))).toMatchObject(
      refused('has expired, or its call has ended'),
    );
    expect(world.calls.seen).toHaveLength(1);
  });

  it('of an earlier round is refused in a later one', async () => {
    const world = await openWorld();
    const { state: first, call, answering } = await parkedCall(world);
    const second = callModern(world, { requestState: first, inputResponses });
    await answering;
    void askClient(call, { more: form('More?') });
    await askedIn(second);
    expect(await bodyOf(callModern(world, { requestState: first, inputResponses }))).toMatchObject(
      refused('used already'),
    );
    call.resolve(text('done'));
  });

  it('expires, and its call is cancelled then', async () => {
    const world = await openWorld();
    const { state: requestState, call, answering } = await parkedCall(world);
    world.timers.advance(599_000);
    expect(call.signal?.aborted).toBe(false);
    world.timers.advance(1_000);
    expect(call.signal?.aborted).toBe(true);
    expect(await outcome(answering)).toBe('INPUT_TIMEOUT');
    expect(await bodyOf(callModern(world, { requestState, inputResponses }))).toMatchObject(
      refused('expired'),
    );
  });

  it('is of no use in a hub that stops, whose parked calls end', async () => {
    const world = await openWorld();
    const { call, answering } = await parkedCall(world);
    world.stopping.abort();
    expect(call.signal?.aborted).toBe(true);
    expect(await outcome(answering)).toBe('HUB_STOPPING');
  });

  it('is not given out to one who has too many', async () => {
    const world = await openWorld();
    for (let n = 0; n < 16; n += 1) await parkedCall(world);
    const more = callModern(world);
    const call = await world.calls.next();
    expect(await outcome(askClient(call, { name: form('Who?') }))).toBe('HUB_BUSY');
    call.resolve(text('done'));
    expect(await bodyOf(more)).toMatchObject({ result: { content: [{ text: 'done' }] } });
    await parkedCall(world, 'operator'); // others have their own
  });
});

describe('a question that is taken back', () => {
  it('is not asked any more, and the call goes on', async () => {
    const world = await openWorld();
    const first = callModern(world);
    const call = await world.calls.next();
    const controller = new AbortController();
    const answering = askClient(call, { name: form('Who?') }, { signal: controller.signal });
    const { state: requestState } = await askedIn(first);
    controller.abort();
    expect(await outcome(answering)).toBe('CALL_CANCELLED');
    const second = callModern(world, { requestState, inputResponses: { name: accepted('late') } });
    call.resolve(text('done'));
    expect(await bodyOf(second)).toMatchObject({ result: { content: [{ text: 'done' }] } });
  });
});
