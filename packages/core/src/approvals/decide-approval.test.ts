import { PatchbayError, type JsonObject, type ToolDefinition } from '@patchbay/contracts';
import { aPrincipal, createSmallHub, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { JudgedMatter } from '../calls/call.ts';
import type { ApprovalId, PrincipalId } from '../ids.ts';
import type { Verdict } from '../policies/verdict.ts';

const boss = aPrincipal({ id: 'key:boss' as PrincipalId, name: 'boss' });
const judge = ({ args }: JudgedMatter): Verdict => ({
  decision: args['path'] === '/etc' ? 'deny' : 'ask',
  policy: undefined,
  reason: 'A rule says so.',
});

async function setup(
  options: Parameters<typeof createSmallHub>[0] = {},
  tool: ToolDefinition = { name: 'write' },
) {
  const hub = createSmallHub({ judge, ...options });
  const server = await hub.addServer('files', ['write']);
  server.upstream.tools = [tool];
  await hub.catalog.sync(server.server, await server.supervisor.ensure());
  const calling = hub.callTool({
    id: 'c1',
    principal: aPrincipal(),
    via: 'run',
    name: 'files.write',
    arguments: { path: 'a' },
  });
  calling.catch(() => {});
  await settle();
  const approval = hub.firstAsked();
  const sent = (): number => server.upstream.asked.filter((method) => method === 'tools/call').length;
  const codeOf = (deciding: Promise<unknown>) =>
    deciding.then(
      () => 'ok',
      (error: unknown) => (PatchbayError.is(error) ? error.code : error),
    );
  return { ...hub, ...server, calling, approval, sent, codeOf };
}

describe('a decision', () => {
  it('about what is not there is refused', async () => {
    const { decide, codeOf } = await setup();
    expect(await codeOf(decide('none' as ApprovalId, { approved: true }, boss))).toBe('APPROVAL_NOT_FOUND');
  });

  it('counts once, whoever else decides', async () => {
    const { decide, approval, codeOf, sent } = await setup();
    const racers = Array.from({ length: 8 }, (_, n) =>
      codeOf(decide(approval.id, { approved: n % 2 === 0 }, boss)),
    );
    expect((await Promise.all(racers)).map(String).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      ...Array.from({ length: 7 }, () => 'APPROVAL_DECIDED'),
      'ok',
    ]);
    await settle();
    expect(sent()).toBeLessThanOrEqual(1);
  });

  it.each([{ argsDigest: 'f'.repeat(64) }, { nonce: 'another' }])(
    'about something else than what is asked is refused: %o',
    async (seen) => {
      const { decide, approval, codeOf, sent } = await setup();
      expect(await codeOf(decide(approval.id, { approved: true, ...seen }, boss))).toBe('APPROVAL_MISMATCH');
      expect(sent()).toBe(0);
      const { digest: argsDigest } = approval.args;
      expect(
        await codeOf(decide(approval.id, { approved: true, argsDigest, nonce: approval.nonce }, boss)),
      ).toBe('ok');
    },
  );

  it('about one’s own call is refused where two must look', async () => {
    const { decide, approval, codeOf } = await setup({ fourEyes: true });
    expect(await codeOf(decide(approval.id, { approved: true }, aPrincipal()))).toBe('APPROVAL_OWN');
    expect(await codeOf(decide(approval.id, { approved: true }, boss))).toBe('ok');
  });

  it('cannot put arguments in that a rule forbids', async () => {
    const { decide, approval, codeOf, sent } = await setup();
    const edited: JsonObject = { path: '/etc' };
    expect(await codeOf(decide(approval.id, { approved: true, arguments: edited }, boss))).toBe(
      'CALL_DENIED',
    );
    expect(sent()).toBe(0);
  });

  it('cannot put arguments in that the tool does not take', async () => {
    const schema = { type: 'object', properties: { path: { type: 'string' } } };
    const { decide, approval, codeOf } = await setup({}, { name: 'write', inputSchema: schema });
    const edited = { approved: true, arguments: { path: 7 } };
    expect(await codeOf(decide(approval.id, edited, boss))).toBe('ARGUMENTS_INVALID');
  });

  it('about a tool whose definition changed since is refused', async () => {
    const { decide, approval, codeOf, upstream, catalog, supervisor, server } = await setup();
    upstream.tools = [{ name: 'write', description: 'now it does more' }];
    await catalog.sync(server, await supervisor.ensure());
    expect(await codeOf(decide(approval.id, { approved: true }, boss))).toBe('APPROVAL_STALE');
  });
});

describe('what is true when an approved call is sent', () => {
  const approved = { approved: true };

  it('is checked again: the tool', async () => {
    const { approvalStore, approval, calling, upstream, catalog, supervisor, server, approvals, sent } =
      await setup();
    upstream.tools = [{ name: 'write', description: 'now it does more' }];
    await catalog.sync(server, await supervisor.ensure());
    const moved = { ...approval, status: 'APPROVED' } as const;
    await approvalStore.move(moved, 'PENDING');
    approvals.ended(moved);
    await expect(calling).rejects.toMatchObject({ code: 'CALL_DENIED' });
    expect(sent()).toBe(0);
  });

  it('is checked again: the rules', async () => {
    const rules = { decision: 'ask' as Verdict['decision'] };
    const { decide, approval, calling, sent } = await setup({
      judge: () => ({ ...rules, policy: undefined, reason: 'A rule says so.' }),
    });
    rules.decision = 'deny';
    await decide(approval.id, approved, boss);
    await expect(calling).rejects.toMatchObject({ code: 'CALL_DENIED', data: { reason: 'A rule says so.' } });
    expect(sent()).toBe(0);
  });

  it('is checked again: the caller’s key', async () => {
    const { decide, approval, calling, sent } = await setup({ isStillGood: async () => false });
    await decide(approval.id, approved, boss);
    await expect(calling).rejects.toMatchObject({ code: 'CALL_DENIED' });
    expect(sent()).toBe(0);
  });

  it('is checked again: the stored arguments', async () => {
    const { approvalStore, approval, calling, approvals, sent } = await setup();
    const args = { ...approval.args, text: '{"path":"/etc/passwd"}' };
    const moved = { ...approval, status: 'APPROVED', args } as const;
    await approvalStore.move(moved, 'PENDING');
    approvals.ended(moved);
    await expect(calling).rejects.toMatchObject({ code: 'CALL_DENIED' });
    expect(sent()).toBe(0);
  });
});
