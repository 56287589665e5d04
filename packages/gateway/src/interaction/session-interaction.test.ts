import { describe, expect, it } from 'vitest';
import { ask, openSession, rpc } from '../../test-support/ask.ts';
import {
  accepted,
  askClient,
  bodyOf,
  everything,
  form,
  messagesOf,
  sessionCall,
} from '../../test-support/interactive.ts';
import { openWorld, text } from '../../test-support/world.ts';

const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: unknown) => (error as { code?: string }).code,
  );

const answerTo = (id: unknown, result: object) => ({ jsonrpc: '2.0', id, result });

describe('a legacy client that is asked something', () => {
  it('gets a request on the response to its call, which becomes a stream for it', async () => {
    const world = await openWorld();
    const { session, responding, call } = await sessionCall(world);
    const answering = askClient(call, { name: form('Who?') });
    const { type, next } = await messagesOf(responding);
    const question = await next();
    expect(type).toBe('text/event-stream');
    expect(question).toMatchObject({ method: 'elicitation/create', params: { message: 'Who?' } });
    expect(question?.['params']).not.toHaveProperty('mode');
    expect((await session.send(answerTo(question?.['id'], accepted('Ada')))).status).toBe(202);
    expect(await answering).toEqual({ name: { result: accepted('Ada') } });
    call.resolve(text('Hello'));
    expect(await next()).toMatchObject({ id: 'call-1', result: { content: [{ text: 'Hello' }] } });
  });

  it('gets plain JSON when nothing was asked', async () => {
    const world = await openWorld();
    const { responding, call } = await sessionCall(world);
    call.resolve(text('Hello'));
    expect((await responding).headers.get('content-type')).toBe('application/json');
  });

  it('gets it on the stream of its session when its response cannot be one', async () => {
    const world = await openWorld();
    const json = { headers: { Accept: 'application/json' } };
    const { session, responding, call } = await sessionCall(world, json);
    expect(await outcome(askClient(call, { name: form('Who?') }))).toBe('INPUT_FAILED');
    const { next } = await messagesOf(session.listen());
    const answering = askClient(call, { name: form('Who?') });
    await session.send(answerTo((await next())?.['id'], accepted('Ada')));
    expect(await answering).toEqual({ name: { result: accepted('Ada') } });
    call.resolve(text('Hello'));
    expect(await bodyOf(responding)).toMatchObject({ result: { content: [{ text: 'Hello' }] } });
  });

  it('may answer with an error, which is an answer', async () => {
    const world = await openWorld();
    const { session, responding, call } = await sessionCall(world);
    const answering = askClient(call, { name: form('Who?') });
    const { next } = await messagesOf(responding);
    const error = { code: -1, message: 'The user said no.' };
    await session.send({ jsonrpc: '2.0', id: (await next())?.['id'], error });
    expect(await answering).toEqual({ name: { error } });
    call.resolve(text('done'));
  });

  it('is given an id with a URL, which the modern era does not have', async () => {
    const world = await openWorld();
    const { responding, call } = await sessionCall(world);
    const params = { mode: 'url', url: 'https://example.com', message: 'Log in.' };
    void askClient(call, { visit: { method: 'elicitation/create', params } });
    const { next } = await messagesOf(responding);
    expect(await next()).toMatchObject({ params: { ...params, elicitationId: expect.any(String) } });
    call.resolve(text('done'));
  });

  it('is told to forget about it when the call ends, is cancelled, or nobody waits any longer', async () => {
    const world = await openWorld();
    const { session, responding, call } = await sessionCall(world);
    const { next } = await (void askClient(call, { a: form('1') }), messagesOf(responding));
    const first = await next();
    const withdrawn = new AbortController();
    void askClient(call, { b: form('2') }, { signal: withdrawn.signal });
    const second = await next();
    withdrawn.abort();
    const told = (one: typeof first) => ({
      method: 'notifications/cancelled',
      params: { requestId: one?.['id'] },
    });
    expect(await next()).toMatchObject(told(second));
    const short = askClient(call, { c: form('3') }, { limitMs: 1_000 });
    const third = await next();
    world.timers.advance(1_000);
    expect(await next()).toMatchObject(told(third));
    expect(await outcome(short)).toBe('INPUT_TIMEOUT');
    await session.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'call-1' },
    });
    expect(await next()).toMatchObject(told(first));
  });

  it('cannot be answered for: not by another session, nor by another principal', async () => {
    const world = await openWorld();
    const { session, responding, call } = await sessionCall(world);
    const answering = askClient(call, { name: form('Who?') });
    const { next } = await messagesOf(responding);
    const forged = answerTo((await next())?.['id'], accepted('Mallory'));
    const other = await openSession(world, { capabilities: everything });
    const foreign = await openSession(world, { key: 'operator', capabilities: everything });
    await other.send(forged);
    await foreign.send(forged);
    const headers = { 'Mcp-Session-Id': session.id };
    expect((await ask(world, { key: 'operator', body: forged, headers })).status).toBe(404);
    await session.send({ ...forged, result: accepted('Ada') });
    expect(await answering).toEqual({ name: { result: accepted('Ada') } });
    call.resolve(text('done'));
  });

  it('hears that what a URL leads to is done, during the call and after it', async () => {
    const world = await openWorld();
    const { session, responding, call } = await sessionCall(world);
    call.interaction?.completed('e-1');
    const { next } = await messagesOf(responding);
    expect(await next()).toMatchObject({
      method: 'notifications/elicitation/complete',
      params: { elicitationId: 'e-1' },
    });
    call.resolve(text('done'));
    await next();
    call.interaction?.completed('e-2');
    const later = await messagesOf(session.listen());
    expect(await later.next()).toMatchObject({ params: { elicitationId: 'e-2' } });
  });

  it('is not asked by a hub that stops', async () => {
    const world = await openWorld();
    const { responding, call } = await sessionCall(world);
    const answering = askClient(call, { name: form('Who?') });
    await responding;
    world.stopping.abort();
    expect(await outcome(answering)).toBe('HUB_STOPPING');
    call.resolve(text('done'));
  });

  it('in a batch is asked on the stream of its session', async () => {
    const world = await openWorld();
    const session = await openSession(world, { version: '2025-03-26', capabilities: everything });
    const { next } = await messagesOf(session.listen());
    const responding = session.send([rpc('tools/call', { name: 'demo__slow' }, 'call-1')]);
    const call = await world.calls.next();
    const answering = askClient(call, { name: form('Who?') });
    await session.send([answerTo((await next())?.['id'], accepted('Ada'))]);
    expect(await answering).toEqual({ name: { result: accepted('Ada') } });
    call.resolve(text('done'));
    expect(await (await responding).json()).toMatchObject([{ id: 'call-1' }]);
  });
});
