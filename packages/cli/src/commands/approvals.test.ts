import { fail, type ApprovalView } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { anApproval } from '../../test-support/an-approval.ts';
import { setupFake } from '../../test-support/fake-hub.ts';

const approval = anApproval();
const boss = { id: 'key:boss', name: 'boss' };
const decided = (changes: Partial<ApprovalView>) => ({
  ...approval,
  decidedBy: boss,
  ...changes,
  message: 'Done.',
  remembered: null,
});

async function setup(waiting: readonly ApprovalView[] = [approval], terminal = {}) {
  const answers: unknown[] = [];
  const { run } = await setupFake(
    {
      listApprovals: () => [...waiting],
      getApproval: ({ params: { id } }) => {
        const found = waiting.find((one) => one.id === id);
        if (!found) throw fail('APPROVAL_NOT_FOUND', { id });
        return found;
      },
      approveCall: ({ params, body }) => (answers.push([params.id, body]), decided({ status: 'APPROVED' })),
      rejectCall: ({ params, body }) => (answers.push([params.id, body]), decided({ status: 'REJECTED' })),
    },
    terminal,
  );
  return { run, answers };
}

const sight = { argsDigest: approval.argsDigest, nonce: approval.nonce };

describe('approvals list', () => {
  it('says who wants to call what', async () => {
    const { run } = await setup();
    const { out } = await run('approvals', 'list');
    expect(out).toContain('3f2a1111  files.write  ci');
    expect(out).toContain(String.raw`/tmp/a\u{202e}txt`);
  });

  it('says so when nothing waits', async () => {
    const { run } = await setup([]);
    expect(await run('approvals', 'list')).toEqual({
      code: 0,
      out: '',
      err: 'Nothing waits for a decision.\n',
    });
  });
});

describe('approvals show', () => {
  it('shows the whole question, and what hides in it', async () => {
    const { run } = await setup();
    const { out } = await run('approvals', 'show', '3f2a');
    expect(out).toContain('ci (key:ci), by rest');
    expect(out).toContain(String.raw`"path": "/tmp/a\u{202e}txt"`);
    expect(out).not.toContain('\u202E');
  });

  it('does not guess between two', async () => {
    const { run } = await setup([approval, { ...approval, id: approval.id.replace('1111', '2222') }]);
    expect(await run('approvals', 'show', '3f2a')).toMatchObject({ code: 1, out: '' });
  });
});

describe('approvals approve', () => {
  it('is about what was shown, and about nothing else', async () => {
    const { run, answers } = await setup([approval], { isInteractive: true, confirm: async () => true });
    const { err, code } = await run('approvals', 'approve', '3f2a');
    expect(err).toContain(String.raw`\u{202e}`);
    expect(err).toContain('Done.');
    expect([code, answers]).toEqual([0, [[approval.id, { ...sight, remember: false }]]]);
  });

  it('does nothing without a yes', async () => {
    const { run, answers } = await setup([approval], { isInteractive: true, confirm: async () => false });
    expect((await run('approvals', 'approve', '3f2a')).code).toBe(1);
    expect(answers).toEqual([]);
  });

  it('shows the rule before it asks to have it written', async () => {
    const { run, answers } = await setup([approval], { isInteractive: true, confirm: async () => true });
    const { err } = await run('approvals', 'approve', '3f2a', '--remember');
    expect(err).toContain(String.raw`path=/tmp/a\u{202e}txt`);
    expect(err).toContain('key:ci');
    expect(answers).toEqual([[approval.id, { ...sight, remember: true }]]);
  });

  it('shows no rule about arguments that it was told to replace', async () => {
    const { run } = await setup();
    const edited = ['--yes', '--remember', '--arguments', '{"path":"/tmp/b"}'];
    const { err } = await run('approvals', 'approve', '3f2a', ...edited);
    expect(err).toContain('as you give them');
    expect(err).not.toContain('/tmp/a');
  });

  it('takes other arguments', async () => {
    const { run, answers } = await setup();
    await run('approvals', 'approve', '3f2a', '--yes', '--arguments', '{"path":"/tmp/b"}');
    expect(answers).toEqual([[approval.id, { ...sight, remember: false, arguments: { path: '/tmp/b' } }]]);
    expect((await run('approvals', 'approve', '3f2a', '--yes', '--arguments', '[1]')).err).toContain(
      'one JSON object',
    );
  });
});

describe('approvals reject', () => {
  it('passes the reason on', async () => {
    const { run, answers } = await setup();
    expect((await run('approvals', 'reject', '3f2a', '--reason', 'no')).code).toBe(0);
    expect(answers).toEqual([[approval.id, { ...sight, remember: false, reason: 'no' }]]);
  });
});

describe('approvals watch', () => {
  it('shows what waits, what comes and what becomes of it, each once', async () => {
    const second = { ...approval, id: approval.id.replace('3f2a', '4f2a'), toolName: 'delete' };
    const stop = Promise.withResolvers<string>();
    const lines = [
      `id: 1\nevent: approval.requested\ndata: ${JSON.stringify({ id: approval.id })}\n\n`,
      `id: 2\nevent: approval.requested\ndata: ${JSON.stringify({ id: second.id })}\n\n`,
      `id: 3\nevent: approval.ended\ndata: ${JSON.stringify({ id: second.id, status: 'REJECTED', by: 'boss' })}\n\n`,
    ];
    const { run } = await setupFake(
      {
        events: () => new Response(lines.join(''), { headers: { 'Content-Type': 'text/event-stream' } }),
        listApprovals: () => [approval],
        getApproval: ({ params: { id } }) => (id === second.id ? second : approval),
      },
      { stopped: () => stop.promise, pause: async () => stop.resolve('SIGINT') },
    );
    const { out, err, code } = await run('approvals', 'watch');
    expect(out.match(/files\.\w+/g)).toEqual(['files.write', 'files.delete']);
    expect(err).toContain('4f2a1111 rejected by boss');
    expect(code).toBe(0);
  });
});
