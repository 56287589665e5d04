import type { JsonObject } from '@patchbay/contracts';
import { fail } from '@patchbay/contracts';
import type { InputAnswers, InputPatience, InputRequests, Interaction, PrincipalId } from '@patchbay/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServerQuestions } from './server-questions.ts';
import type { Asker } from './whom-to-ask.ts';

interface Seen {
  readonly client: string;
  readonly message: string;
}

function setup() {
  const questions = new ServerQuestions();
  const replies: JsonObject[] = [];
  const seen: Seen[] = [];
  const held: string[] = [];
  const patience: InputPatience[] = [];
  const completed: string[] = [];
  let answer: (answers: InputAnswers) => void = () => {};

  const client = (name: string, capabilities: JsonObject = { elicitation: {}, roots: {} }): Interaction => ({
    owner: name as PrincipalId,
    client: name,
    capabilities,
    ask(requests: InputRequests, patient) {
      for (const { params } of Object.values(requests))
        seen.push({ client: name, message: params['message'] as string }); // as `ask` has it
      patience.push(patient);
      return new Promise((resolve, reject) => {
        const [key = ''] = Object.keys(requests);
        answer = () => resolve({ [key]: { result: { action: 'accept' } } });
        patient.signal?.addEventListener('abort', () => reject(fail('CALL_CANCELLED', {})));
      });
    },
    completed: (id) => void completed.push(`${name} ${id}`),
  });
  const asker = (interaction: Interaction | undefined, method = 'tools/call'): Asker => ({
    ask: { method, interaction, interactionMs: 5_000 },
    hold: () => void held.push('hold'),
    resume: () => void held.push('resume'),
  });
  const reply = (text: string): void => void replies.push(JSON.parse(text) as JsonObject);
  const ask = (underWay: readonly Asker[], more: { of?: Asker; message?: string; method?: string } = {}) =>
    questions.hear({
      message: {
        kind: 'spoken',
        id: 7,
        method: more.method ?? 'elicitation/create',
        params: { message: more.message ?? 'Who?' },
      },
      of: more.of,
      underWay,
      reply,
    });
  const hear = (method: string, params: JsonObject) =>
    questions.hear({ message: { kind: 'spoken', id: undefined, method, params }, underWay: [], reply });
  const answered = async () => {
    answer({});
    await new Promise((resolve) => void setImmediate(resolve));
  };
  return { questions, replies, seen, held, patience, completed, client, asker, ask, hear, answered };
}

describe('what a legacy server asks', () => {
  it('is asked of the only call under way, whose time stands still meanwhile', async () => {
    const { client, asker, ask, seen, held, replies, patience, answered } = setup();
    ask([asker(client('a')), asker(undefined, 'tools/list')]);
    expect([seen, held, patience[0]?.limitMs]).toEqual([[{ client: 'a', message: 'Who?' }], ['hold'], 5_000]);
    await answered();
    expect(held).toEqual(['hold', 'resume']);
    expect(replies).toEqual([{ jsonrpc: '2.0', id: 7, result: { action: 'accept' } }]);
  });

  it('is asked of the call on whose stream it came, whatever else is under way', () => {
    const { client, asker, ask, seen } = setup();
    const [a, b] = [asker(client('a')), asker(client('b'))];
    ask([a, b], { of: a });
    expect(seen).toEqual([{ client: 'a', message: 'Who?' }]);
  });

  it('is asked of nobody when calls of two clients are under way', () => {
    const { client, asker, ask, seen, replies } = setup();
    ask([asker(client('a')), asker(client('b'))]);
    ask([asker(client('a')), asker(undefined)]);
    expect(seen).toEqual([]);
    expect(replies.map(({ error }) => error)).toEqual(
      Array.from({ length: 2 }, () => ({
        code: -32_603,
        message: expect.stringContaining('several clients'),
      })),
    );
  });

  it('is asked of nobody else when it may belong to a call that was given up', () => {
    const { questions, client, asker, ask, seen } = setup();
    questions.gaveUp({ method: 'tools/call', interaction: client('a') });
    ask([asker(client('b'))]);
    expect(seen).toEqual([]);
    ask([asker(client('a'))]);
    expect(seen).toEqual([{ client: 'a', message: 'Who?' }]);
  });

  it('is refused as by a client that cannot do it, if this one cannot', () => {
    const { client, asker, ask, replies } = setup();
    ask([asker(client('a', { sampling: {} }))]);
    ask([asker(undefined)]);
    expect(replies.map(({ error }) => (error as JsonObject)['code'])).toEqual([-32_601, -32_601]);
  });

  it('without a call is refused, but for roots, of which there are none', () => {
    const { ask, replies } = setup();
    ask([]);
    ask([], { method: 'roots/list' });
    expect(replies).toMatchObject([{ error: { code: -32_600 } }, { result: { roots: [] } }]);
  });

  it('is taken back when the server says so', async () => {
    const { client, asker, ask, hear, patience, replies, held } = setup();
    ask([asker(client('a'))]);
    expect(hear('notifications/cancelled', { requestId: 8 })).toBe(true);
    expect(patience[0]?.signal?.aborted).toBe(false);
    hear('notifications/cancelled', { requestId: 7 });
    expect(patience[0]?.signal?.aborted).toBe(true);
    await new Promise((resolve) => void setImmediate(resolve));
    expect([replies, held]).toEqual([[], ['hold', 'resume']]);
  });

  it('that sends somebody to a URL is told to them when that is done, and to nobody else', () => {
    const { questions, client, asker, hear, completed } = setup();
    const params = { mode: 'url', url: 'https://x', elicitationId: 'e-1' };
    const able = client('a', { elicitation: { url: {} } });
    questions.hear({
      message: { kind: 'spoken', id: 1, method: 'elicitation/create', params },
      underWay: [asker(able)],
      reply: () => {},
    });
    hear('notifications/elicitation/complete', { elicitationId: 'e-2' });
    hear('notifications/elicitation/complete', { elicitationId: 'e-1' });
    hear('notifications/elicitation/complete', { elicitationId: 'e-1' });
    expect(completed).toEqual(['a e-1']);
  });

  it('is never shown to a client that did not make the call, whatever is under way', () => {
    const calls = fc.array(
      fc.record({ client: fc.constantFrom('a', 'b', 'c', undefined), isLeft: fc.boolean() }),
      {
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(calls, fc.nat(), (made, pick) => {
        const { questions, client, asker, ask, seen } = setup();
        const all = made.map((one) => ({ ...one, interaction: one.client && client(one.client) }));
        const underWay = all
          .filter(({ isLeft }) => !isLeft)
          .map(({ interaction }) => asker(interaction || undefined));
        for (const { isLeft, interaction } of all)
          if (isLeft) questions.gaveUp({ method: 'tools/call', interaction: interaction || undefined });
        // The server asks about any of the calls it knows of, which the hub cannot see.
        const about = all[pick % Math.max(1, all.length)];
        ask(underWay, { message: about?.client ?? 'nobody' });
        expect(seen.every((one) => one.client === one.message)).toBe(true);
      }),
    );
  });
});
