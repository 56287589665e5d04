import { fail, type RpcAnswer } from '@patchbay/contracts';
import { createSmallHub, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';

const unreachable = (): never => {
  throw fail('MCP_CONNECTION_FAILED', {
    serverId: 'one',
    reason: 'nothing listens at its address',
    phase: 'not-sent',
  });
};
const ask = { method: 'tools/call', timeoutMs: 1_000 };

describe('a server that can no longer be reached', () => {
  it('is not shown as connected once a call has found that out', async () => {
    const { supervisor, upstream } = await createSmallHub().addServer('one', ['echo']);
    upstream.onCall = unreachable;
    await expect(supervisor.request(ask)).rejects.toMatchObject({ code: 'MCP_CONNECTION_FAILED' });
    expect(supervisor.view()).toMatchObject({ status: 'FAILED', reason: 'nothing listens at its address.' });
    expect(supervisor.view().nextAttemptAt).toBeDefined();
  });

  it('may still finish what it has begun: nobody else is cut off', async () => {
    const { supervisor, upstream } = await createSmallHub().addServer('one', ['echo']);
    const late = Promise.withResolvers<RpcAnswer>();
    upstream.onCall = () => late.promise;
    const waiting = supervisor.request(ask);
    await settle();
    upstream.onCall = unreachable;
    await expect(supervisor.request(ask)).rejects.toMatchObject({ code: 'MCP_CONNECTION_FAILED' });
    late.resolve({ result: { content: [] } });
    expect(await waiting).toEqual({ result: { content: [] } });
    expect(supervisor.view().status).toBe('CONNECTED');
  });
});
