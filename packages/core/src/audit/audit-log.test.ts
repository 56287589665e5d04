import { fail } from '@patchbay/contracts';
import {
  aPrincipal,
  createManualTime,
  createMemoryAuditStore,
  createMemoryIntentStore,
  createRecordingLog,
  plainDigest,
  takePlainPrint,
} from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { CallRecord } from '../calls/stages/audit.ts';
import { createToolDigest } from '../catalog/tool-digest.ts';
import { createWarnings } from '../health/warnings.ts';
import { AuditLog } from './audit-log.ts';
import type { AuditStore } from './audit-store.ts';
import { createDescribeCall } from './describe-call.ts';
import { createToAuditItem } from './to-audit-item.ts';
import { verifyChain } from './verify-chain.ts';

function setup({
  maxWaiting = 10,
  maskText,
}: { maxWaiting?: number; maskText?: (text: string) => string } = {}) {
  const time = createManualTime();
  const intents = createMemoryIntentStore();
  const store = createMemoryAuditStore(intents);
  const trouble: { next: 'none' | 'away' | 'answer-lost' } = { next: 'none' };
  const appends: number[] = [];
  const shaky: AuditStore = {
    ...store,
    async append(head, rows, settled) {
      if (trouble.next === 'away') throw fail('STORE_UNAVAILABLE', { reason: 'away.' });
      appends.push(rows.length);
      const isDone = await store.append(head, rows, settled);
      if (trouble.next === 'answer-lost') throw fail('STORE_UNCERTAIN', { reason: 'cut.' });
      return isDone;
    },
  };
  const warnings = createWarnings(time.clock);
  const counts = { written: 0, dropped: 0 };
  const toolDigest = createToolDigest(plainDigest);
  const describeCall = createDescribeCall({ toolDigest, takePrint: takePlainPrint });
  const audit = new AuditLog({
    ...time,
    store: shaky,
    toItem: createToAuditItem({ describeCall, takePrint: takePlainPrint, maskText }),
    digest: plainDigest,
    warnings,
    log: createRecordingLog(),
    onWritten: (rows) => void (counts.written += rows),
    onDropped: (rows) => void (counts.dropped += rows),
    maxWaiting,
  });
  const rows = () => store.after(0, 1_000);
  const outcomes = async () => (await rows()).map(({ id, outcome }) => `${id} ${outcome}`);
  const verify = () => verifyChain({ store, digest: plainDigest });
  return { time, intents, store, trouble, appends, warnings, counts, audit, rows, outcomes, verify };
}

const at = new Date('2026-01-01T00:00:00.000Z');
function aRecord(id: string, overrides: Partial<CallRecord> = {}): CallRecord {
  const call = { id, principal: aPrincipal(), via: 'rest', name: 'a.echo', arguments: { a: 1 } } as const;
  return { call, trail: { attempts: 1 }, at, outcome: 'ok', tookMs: 3, ...overrides };
}
const noted = { trail: { attempts: 1, isNoted: true } };

describe('the audit', () => {
  it('is written behind the calls, many with one write', async () => {
    const { audit, time, appends, outcomes, counts } = setup();
    for (const id of ['a', 'b', 'c']) audit.record(aRecord(id));
    expect(audit.waiting).toBe(3);
    await time.pass(25);
    expect(await outcomes()).toEqual(['a ok', 'b ok', 'c ok']);
    expect(appends).toEqual([3]);
    expect(counts).toEqual({ written: 3, dropped: 0 });
    expect(time.waiting()).toBe(0);
  });

  it('takes the note of a call away together with its row', async () => {
    const { audit, intents, time } = setup();
    await intents.write([{ id: 'a', principal: 'p', via: 'rest', server: 's', tool: 't', at }]);
    audit.record(aRecord('other'));
    await time.pass(25);
    expect(await intents.listOpen(new Date('2030-01-01'), 10)).toHaveLength(1);
    audit.record(aRecord('a', noted));
    await time.pass(25);
    expect(await intents.listOpen(new Date('2030-01-01'), 10)).toEqual([]);
  });

  it('follows what another hub has written meanwhile', async () => {
    const here = setup();
    const { store } = here;
    here.audit.record(aRecord('a'));
    await here.time.pass(25);
    const describeCall = createDescribeCall({ toolDigest: () => '', takePrint: takePlainPrint });
    const there = new AuditLog({
      ...here.time,
      store,
      toItem: createToAuditItem({ describeCall, takePrint: takePlainPrint }),
      digest: plainDigest,
      warnings: here.warnings,
      log: createRecordingLog(),
      onWritten: () => {},
      onDropped: () => {},
    });
    there.record(aRecord('b'));
    await there.flush();
    here.audit.record(aRecord('c'));
    await here.audit.flush();
    expect(await here.outcomes()).toEqual(['a ok', 'b ok', 'c ok']);
    expect(await here.verify()).toMatchObject({ rows: 3, firstBroken: undefined });
  });

  it('does not write twice what was written though the answer got lost', async () => {
    const { audit, trouble, time, outcomes, verify } = setup();
    trouble.next = 'answer-lost';
    audit.record(aRecord('a'));
    await audit.flush();
    trouble.next = 'none';
    audit.record(aRecord('b'));
    await time.pass(1_000);
    expect(await outcomes()).toEqual(['a ok', 'b ok']);
    expect(await verify()).toMatchObject({ rows: 2, firstBroken: undefined });
  });

  it('writes what is left when it is closed, and leaves no timer', async () => {
    const { audit, time, trouble, outcomes } = setup();
    audit.record(aRecord('a'));
    await audit.close();
    expect(await outcomes()).toEqual(['a ok']);
    trouble.next = 'away';
    audit.record(aRecord('b'));
    await audit.flush();
    expect(time.waiting()).toBe(0);
  });
});

describe('an audit that cannot be written', () => {
  it('warns, waits, and is written when that is possible again', async () => {
    const { audit, trouble, time, warnings, outcomes } = setup();
    trouble.next = 'away';
    audit.record(aRecord('a'));
    await time.pass(25);
    expect(warnings.list()).toMatchObject([{ id: 'audit', category: 'audit' }]);
    expect(audit.waiting).toBe(1);
    trouble.next = 'none';
    await time.pass(1_000);
    expect(await outcomes()).toEqual(['a ok']);
    expect(warnings.list()).toEqual([]);
  });

  it('drops the oldest calls that only read, and says how many are missing', async () => {
    const { audit, trouble, time, warnings, outcomes, rows, counts, verify } = setup({ maxWaiting: 3 });
    trouble.next = 'away';
    audit.record(aRecord('tried'));
    await time.pass(25);
    for (const id of ['a', 'b']) audit.record(aRecord(id));
    audit.record(aRecord('effect', noted));
    for (const id of ['c', 'd']) audit.record(aRecord(id));
    await time.pass(25);
    expect(counts.dropped).toBe(2);
    trouble.next = 'none';
    await time.pass(1_000);
    expect(await outcomes()).toEqual([
      'tried ok',
      expect.stringMatching(/^gap-\S+ gap$/),
      'effect ok',
      'c ok',
      'd ok',
    ]);
    expect((await rows())[1]).toMatchObject({ missing: 2, via: 'hub', principal: 'hub' });
    expect(warnings.list()).toMatchObject([{ id: 'audit-gap' }]);
    expect(await verify()).toMatchObject({ rows: 5, firstBroken: undefined });
  });

  it('keeps every call that could have an effect, and lets no more of them begin', async () => {
    const { audit, trouble, time, counts } = setup({ maxWaiting: 3 });
    trouble.next = 'away';
    for (const id of ['a', 'b', 'c', 'd', 'e']) audit.record(aRecord(id, noted));
    await time.pass(25);
    expect(audit.isOpen).toBe(true);
    for (const id of ['f', 'g', 'h', 'i']) audit.record(aRecord(id, noted));
    await time.pass(25);
    expect(audit.isOpen).toBe(false);
    expect([audit.waiting, counts.dropped]).toEqual([9, 0]);
    trouble.next = 'none';
    await time.pass(1_000);
    expect([audit.isOpen, audit.waiting]).toEqual([true, 0]);
  });
});

describe('a call of which nothing can be said', () => {
  it('is counted as missing, and costs no other its row', async () => {
    const { audit, outcomes, counts } = setup();
    const odd = aRecord('odd', { at: new Date(Number.NaN) });
    for (const record of [aRecord('a'), odd, aRecord('b')]) audit.record(record);
    await audit.flush();
    expect(await outcomes()).toEqual([expect.stringMatching(/^gap-/), 'a ok', 'b ok']);
    expect(counts).toEqual({ written: 3, dropped: 1 });
  });
});

describe('a row of the audit', () => {
  async function rowOf(overrides: Partial<CallRecord>, maskText?: (text: string) => string) {
    const { audit, store, rows } = setup(maskText ? { maskText } : {});
    audit.record(aRecord('a', overrides));
    await audit.flush();
    return { row: (await rows())[0], values: (await store.valuesOf([1])).get(1) };
  }

  it('has digests and sizes of what went in and came out, and nothing of it', async () => {
    const result = { content: [{ type: 'text', text: 'geheim' }] };
    const { row, values } = await rowOf({ result });
    expect(row).toMatchObject({
      args: takePlainPrint('{"a":1}'),
      result: takePlainPrint(JSON.stringify(result)),
      hasValues: false,
    });
    expect(JSON.stringify(row)).not.toContain('geheim');
    expect(values).toBeUndefined();
  });

  it('names what was asked for where there is no such tool', async () => {
    const call = { ...aRecord('a').call, name: 'nowhere\u0000\ud800', server: 'none' };
    const { row } = await rowOf({ call, outcome: 'TOOL_NOT_FOUND' });
    expect(row).toMatchObject({
      server: 'none',
      tool: 'nowhere\ufffd\ufffd',
      toolDigest: null,
      decision: null,
    });
  });

  it('is there for arguments that are no JSON', async () => {
    const odd = { n: 1n as unknown as number };
    const { row } = await rowOf({ call: { ...aRecord('a').call, arguments: odd }, outcome: 'UNEXPECTED' });
    expect(row).toMatchObject({ args: null, outcome: 'UNEXPECTED' });
  });

  it('keeps arguments and result masked where that is switched on', async () => {
    const call = { ...aRecord('a').call, arguments: { key: 'hunter2' } };
    const result = { content: [{ type: 'text', text: 'hunter2' }] };
    const { row, values } = await rowOf({ call, result }, (text) => text.replaceAll('hunter2', '***'));
    expect(row?.hasValues).toBe(true);
    expect(values).toEqual({
      arguments: '{"key":"***"}',
      result: '{"content":[{"type":"text","text":"***"}]}',
    });
  });

  it('looks at no more of a long value than it takes to keep the beginning masked', async () => {
    const seen: number[] = [];
    const call = { ...aRecord('a').call, arguments: { long: 'x'.repeat(4_000_000) } };
    const { values } = await rowOf({ call }, (text) => (seen.push(text.length), text));
    expect(seen.every((length) => length < 200_000)).toBe(true);
    expect(values?.arguments).toHaveLength(100_000);
  });

  it('keeps no part of a secret that goes on beyond what was looked at', async () => {
    const call = { ...aRecord('a').call, arguments: { long: 'hunter2'.repeat(30_000) } };
    const { values } = await rowOf({ call }, (text) => text.replaceAll('hunter2', '****'));
    expect(values?.arguments).not.toContain('h');
  });

  it('keeps nothing that cannot be masked', async () => {
    const { values } = await rowOf({}, () => {
      throw new Error('broken');
    });
    expect(values).toEqual({ arguments: '[REDACTED: it could not be masked]', result: null });
  });
});
