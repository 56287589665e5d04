import { fail, PatchbayError, type JsonObject } from '@patchbay/contracts';
import { aPrincipal, createSmallHub, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { CallCancellation } from '../calls/cancellation.ts';
import type { PrincipalId } from '../ids.ts';
import type { InputAnswers, InputPatience, InputRequests, Interaction } from '../interaction/interaction.ts';

const judge = () => ({ decision: 'ask', policy: undefined, reason: 'A rule says so.' }) as const;
const boss = aPrincipal({ id: 'key:boss' as PrincipalId, name: 'boss' });
const worker = aPrincipal({ id: 'key:worker' as PrincipalId, roles: ['operator'] });

/** A client that is asked, and answers when the test says so. */
function aClient(capabilities: JsonObject = { elicitation: {} }) {
  const asked: { requests: InputRequests; patience: InputPatience }[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<InputAnswers>();
  const interaction: Interaction = {
    owner: boss.id,
    client: 'one',
    capabilities,
    ask(requests, patience) {
      asked.push({ requests, patience });
      patience.signal?.addEventListener('abort', () => reject(fail('CALL_CANCELLED', {})));
      return promise;
    },
    completed() {},
  };
  const answer = (result: JsonObject): void => resolve({ approval: { result } });
  return { interaction, asked, answer, refuse: reject };
}

interface Setup {
  readonly client?: ReturnType<typeof aClient>;
  readonly options?: Parameters<typeof createSmallHub>[0];
  readonly principal?: typeof boss;
}

async function setup({ client = aClient(), options = {}, principal = boss }: Setup = {}) {
  const hub = createSmallHub({ judge, ...options });
  const { upstream } = await hub.addServer('files', ['write']);
  const signal = new CallCancellation();
  const call = (args: JsonObject = { path: 'a' }) =>
    hub
      .callTool({
        id: 'c1',
        principal,
        via: 'mcp',
        name: 'files.write',
        arguments: args,
        whenAsked: 'tell',
        signal,
        interaction: client.interaction,
      })
      .then(
        () => 'ran',
        (error: unknown) => (PatchbayError.is(error) ? error.code : error),
      );
  const sent = (): number => upstream.asked.filter((method) => method === 'tools/call').length;
  return { ...hub, client, call, sent, signal };
}

const approve = { action: 'accept', content: { decision: 'approve', reason: 'Fine.' } };

describe('a caller who may decide', () => {
  it('is asked, with what would run, and the call runs when they agree', async () => {
    const { call, client, sent, approvalStore, firstAsked } = await setup();
    const calling = call({ path: 'a\u202Eb' });
    await settle();
    const { requests, patience } = client.asked[0] ?? {};
    const message = requests?.['approval']?.params['message'];
    for (const words of ['files', 'write', 'A rule says so.', String.raw`"path": "a\u{202e}b"`])
      expect(message).toContain(words);
    expect(patience).toMatchObject({ limitMs: 300_000, isOurs: true });
    client.answer(approve);
    expect([await calling, sent()]).toEqual(['ran', 1]);
    expect(await approvalStore.find(firstAsked().id)).toMatchObject({
      status: 'USED',
      decision: { by: 'key:boss', reason: 'Fine.' },
    });
  });

  it.each<[string, JsonObject, string]>([
    ['reject it', { action: 'accept', content: { decision: 'reject', reason: 'No.' } }, 'REJECTED'],
    ['decline', { action: 'decline' }, 'REJECTED'],
    ['cancel', { action: 'cancel' }, 'PENDING'],
    ['say something else', { action: 'accept', content: { decision: 'maybe' } }, 'PENDING'],
  ])('may %s: then it does not run', async (_, answer, status) => {
    const { call, client, sent, approvalStore, firstAsked } = await setup();
    const calling = call();
    await settle();
    client.answer(answer);
    const code = status === 'PENDING' ? 'APPROVAL_PENDING' : 'CALL_DENIED';
    expect([await calling, sent()]).toEqual([code, 0]);
    expect((await approvalStore.find(firstAsked().id))?.status).toBe(status);
  });

  it('is not waited for when somebody else decides first, and is told so', async () => {
    const { call, client, sent, decide, firstAsked } = await setup();
    const calling = call();
    await settle();
    await decide(firstAsked().id, { approved: true }, worker);
    expect([await calling, sent()]).toEqual(['ran', 1]);
    expect(client.asked[0]?.patience.signal?.aborted).toBe(true);
  });

  it('who answers when it is decided has not decided', async () => {
    const { call, client, sent, decide, firstAsked } = await setup();
    const calling = call();
    await settle();
    client.answer(approve);
    await decide(firstAsked().id, { approved: false }, worker).catch(() => {});
    expect([await calling, sent()]).toEqual(['CALL_DENIED', 0]);
  });

  it('is told that it waits when their client cannot be reached', async () => {
    const { call, client } = await setup();
    const calling = call();
    await settle();
    client.refuse(fail('INPUT_FAILED', { reason: 'nobody listens.' }));
    expect(await calling).toBe('APPROVAL_PENDING');
  });

  it('takes nothing back by giving up: the question stays', async () => {
    const { call, signal, approvalStore, firstAsked } = await setup();
    const calling = call();
    await settle();
    signal.abort();
    expect(await calling).toBe('CALL_CANCELLED');
    expect((await approvalStore.find(firstAsked().id))?.status).toBe('PENDING');
  });
});

describe('a caller is not asked', () => {
  it.each<[string, Setup]>([
    ['who is no approver', { principal: worker }],
    ['where a second person must decide', { options: { fourEyes: true } }],
    ['whose client has no forms', { client: aClient({ elicitation: { url: {} } }) }],
  ])('%s', async (_, { client = aClient(), ...others }) => {
    const { call, sent } = await setup({ client, ...others });
    expect([await call(), sent(), client.asked.length]).toEqual(['APPROVAL_PENDING', 0, 0]);
  });

  it('about more than anybody reads in a form', async () => {
    const { call, client } = await setup();
    expect([await call({ path: 'x'.repeat(10_001) }), client.asked.length]).toEqual(['APPROVAL_PENDING', 0]);
  });
});
