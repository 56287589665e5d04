import { randomUUID } from 'node:crypto';
import { PatchbayError, type JsonObject } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { startAskingHub, writing, type AskingHub } from '../support/asking-hub.ts';
import { eventually } from '../support/fixtures.ts';
import { modernRequest } from '../support/mcp-request.ts';

type Hub = AskingHub;
type Body = Parameters<Hub['admin']['approveCall']>[0]['body'];

/** The code of the refusal, or `ok`. */
async function codeOf(deciding: Promise<unknown>): Promise<string> {
  return deciding.then(
    () => 'ok',
    (error: unknown) => (PatchbayError.is(error) ? error.code : String(error)),
  );
}

const approve = ({ admin }: Hub, id: string, body: Body = {}) =>
  codeOf(admin.approveCall({ params: { id }, body }));
const look = ({ admin }: Hub, id: string) => admin.getApproval({ params: { id } });
const times = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** One way to get something else to run than what somebody agreed to. Gives what may reach the server all the same. */
type Attack = (hub: Hub, args: { readonly n: number; readonly mark: string }) => Promise<readonly string[]>;

const done = async (hub: Hub, id: string): Promise<void> => {
  await eventually(async () => (await look(hub, id)).outcome).toBe('ok');
};

const wrongSights: readonly ((seen: { argsDigest: string; nonce: string }, other: string) => Body)[] = [
  () => ({ argsDigest: 'f'.repeat(64) }),
  ({ argsDigest }) => ({ argsDigest: argsDigest.toUpperCase() }),
  ({ argsDigest }) => ({ argsDigest: argsDigest.slice(0, 63) }),
  ({ argsDigest }) => ({ argsDigest: `${argsDigest} ` }),
  () => ({ argsDigest: '' }),
  () => ({ nonce: '' }),
  (_, other) => ({ nonce: other }),
  ({ nonce }) => ({ nonce: `${nonce}x` }),
  ({ argsDigest }, other) => ({ argsDigest, nonce: other }),
  ({ nonce }) => ({ argsDigest: 'f'.repeat(64), nonce }),
];

/** Arguments that look, or once were, like `{ n, mark: 'é' }`. */
const lookalikes: readonly ((n: number) => JsonObject)[] = [
  (n) => ({ n, mark: 'e\u0301' }),
  (n) => ({ n, mark: 'é\u200B' }),
  (n) => ({ n, mark: 'é ' }),
  (n) => ({ n, mark: '\u0435\u0301' }),
  (n) => ({ n: String(n), mark: 'é' }),
  (n) => ({ n, mark: ['é'] }),
  (n) => ({ n, mark: 'é', extra: null }),
  (n) => ({ n, Mark: 'é' }),
  (n) => ({ n: n + 0.5, mark: 'é' }),
  (n) => ({ mark: 'é', n: -n - 1 }),
];

const attacks: Record<string, Attack> = {
  'an answer about other arguments or another question': async (hub, { n, mark }) => {
    const [id, other] = [await hub.want({ n, mark }), await hub.want({ n, mark: `${mark}!` })];
    const body = wrongSights[n % wrongSights.length]?.(await look(hub, id), (await look(hub, other)).nonce);
    expect(await approve(hub, id, body)).toMatch(/APPROVAL_MISMATCH|INPUT_INVALID/);
    return [];
  },
  'a double click': async (hub, args) => {
    const id = await hub.want(args);
    const codes = await Promise.all(times(5).map(() => approve(hub, id)));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    await done(hub, id);
    expect(await approve(hub, id)).toBe('APPROVAL_DECIDED');
    return [JSON.stringify(args)];
  },
  'yes and no at once': async (hub, args) => {
    const id = await hub.want(args);
    const no = codeOf(hub.admin.rejectCall({ params: { id }, body: {} }));
    const codes = await Promise.all([no, approve(hub, id)]);
    expect(codes.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['APPROVAL_DECIDED', 'ok']);
    if (codes[1] !== 'ok') return [];
    await done(hub, id);
    return [JSON.stringify(args)];
  },
  'a yes of somebody who may not': async (hub, args) => {
    const id = await hub.want(args);
    const roles = (['viewer', 'operator'] as const)[args.n % 2] ?? 'viewer';
    const other = await hub.keyed(randomUUID(), [roles]);
    expect(await codeOf(other.approveCall({ params: { id }, body: {} }))).toBe('FORBIDDEN');
    expect(await codeOf(other.answerApproval({ params: { id }, body: { approved: true } }))).toBe(
      'FORBIDDEN',
    );
    return [];
  },
  'a yes after no': async (hub, args) => {
    const id = await hub.want(args);
    await hub.admin.rejectCall({ params: { id }, body: {} });
    expect(await approve(hub, id)).toBe('APPROVAL_DECIDED');
    return [];
  },
  'a yes after the question was taken back': async (hub, args) => {
    const id = await hub.want(args);
    await hub.admin.withdrawApproval({ params: { id } });
    expect(await approve(hub, id)).toBe('APPROVAL_DECIDED');
    return [];
  },
  'a server that was changed since': async (hub, args) => {
    const id = await hub.want(args);
    await hub.admin.putServer({
      params: { name: 'files' },
      body: { name: 'files', title: randomUUID() } as never,
    });
    expect(await approve(hub, id)).toBe('APPROVAL_STALE');
    return [];
  },
  'a tool that was changed since': async (hub, args) => {
    const id = await hub.want(args);
    hub.upstream.setTools([{ definition: { ...writing.definition, description: randomUUID() } }]);
    await hub.admin.syncServer({ params: { name: 'files' } });
    expect(await approve(hub, id)).toBe('APPROVAL_STALE');
    return [];
  },
  'edited arguments that a rule forbids': async (hub, args) => {
    const id = await hub.want(args);
    const forbidden = [{ path: '/etc/passwd' }, { path: '/etc/x', n: args.n }][args.n % 2] ?? {};
    expect(await approve(hub, id, { arguments: forbidden })).toBe('CALL_DENIED');
    return [];
  },
  'the same approval for what only looks the same': async (hub, { n }) => {
    const asker = await hub.keyed(randomUUID(), ['operator']);
    const call = (args: JsonObject) =>
      fetch(`${hub.url}/mcp`, request(asker.key, args)).then((answer) => answer.text());
    expect(await call({ n, mark: 'é' })).toContain('waits for approval');
    const [{ id } = { id: '' }] = await hub.admin.listApprovals({ query: { limit: 1 } });
    expect(await approve(hub, id)).toBe('ok');
    expect(await call(lookalikes[n % lookalikes.length]?.(n) ?? {})).toContain('waits for approval');
    return [];
  },
};

function request(key: string, args: JsonObject): RequestInit {
  const { headers, message } = modernRequest('tools/call', { name: 'files__write', arguments: args });
  return {
    method: 'POST',
    headers: { ...headers, Authorization: `Bearer ${key}` },
    body: JSON.stringify(message),
  };
}

const casesEach = 20;

describe('nothing runs but the bytes that somebody agreed to', () => {
  it.each(Object.entries(attacks))(`%s, ${String(casesEach)} times`, async (_, attack) => {
    const hub = await startAskingHub();
    const forbidden = {
      serverId: 'files',
      toolName: '*',
      policy: 'ALWAYS_DENY',
      arguments: { path: '/etc/*' },
    } as const;
    await hub.admin.putPolicy({ body: forbidden });
    const allowed: string[] = [];
    for (const n of times(casesEach)) allowed.push(...(await attack(hub, { n, mark: randomUUID() })));
    expect(hub.sent()).toEqual(allowed);
  });
});
