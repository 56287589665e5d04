import { PatchbayError, rpcCodes, type Era, type RpcAnswer } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { createFailures } from './classify.ts';
import { negotiate } from './era.ts';
import { readInitialized } from './greeting.ts';

const failures = createFailures('github');
const modern: RpcAnswer = { result: { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } } };
const legacy = readInitialized({ protocolVersion: '2025-06-18', capabilities: {} });
const silence = failures.timedOut(1, true);
const refusal = failures.broke('no', 'refused');
const rpcError = (code: number, data = {}): RpcAnswer => ({ error: { code, message: 'No.', data } });

type Discovered = RpcAnswer | undefined | PatchbayError;

/** A server that answers the probes in turn, and the handshake as told. */
async function meet(probes: readonly Discovered[], greets: boolean, knownEra?: Era) {
  const asked: string[] = [];
  const left = [...probes];
  const greeting = await negotiate({
    failures,
    knownEra,
    remainingMs: () => 30_000,
    async discover() {
      asked.push('discover');
      const answer = left.shift();
      if (PatchbayError.is(answer)) throw answer;
      return answer;
    },
    async initialize() {
      asked.push('initialize');
      return greets && legacy ? legacy : refusal;
    },
  });
  return { era: greeting.era, version: greeting.protocolVersion, asked };
}

const isModern = { era: 'modern', version: '2026-07-28', asked: ['discover'] };
const isLegacy = { era: 'legacy', version: '2025-06-18', asked: ['discover', 'initialize'] };

describe('the era of a server', () => {
  it.each<[string, Discovered, object]>([
    ['modern if it can be discovered', modern, isModern],
    ['legacy if it does not know the question', rpcError(rpcCodes.methodNotFound), isLegacy],
    ['legacy if it fails in any other way of its own', rpcError(-32_000), isLegacy],
    ['legacy if it turns the question away', undefined, isLegacy],
    ['legacy if it says nothing, but greets', silence, isLegacy],
    ['legacy if it answers something else', { result: {} }, isLegacy],
    ['legacy if it supports only that', rpcError(-32_022, { supported: ['2025-11-25'] }), isLegacy],
  ])('is %s', async (_, probe, expected) => {
    expect(await meet([probe], true)).toEqual(expected);
  });

  it('is not asked for when it is known to be legacy', async () => {
    expect(await meet([], true, 'legacy')).toEqual({ ...isLegacy, asked: ['initialize'] });
  });

  it('is found out again when what was known of it is wrong', async () => {
    const asked = ['initialize', 'discover'];
    expect(await meet([modern], false, 'legacy')).toEqual({ ...isModern, asked });
    expect(await meet([undefined], true, 'modern')).toEqual(isLegacy);
  });

  it('is asked for again when silence was taken for an answer', async () => {
    const asked = ['discover', 'initialize', 'discover'];
    expect(await meet([silence, modern], false)).toEqual({ ...isModern, asked });
  });

  it.each([rpcCodes.headerMismatch, rpcCodes.missingClientCapability])(
    '%i is modern and final',
    async (code) => {
      await expect(meet([rpcError(code)], true)).rejects.toMatchObject({ code: 'MCP_PROTOCOL_ERROR' });
    },
  );

  it('may be one that nobody here knows', async () => {
    const newer = rpcError(rpcCodes.unsupportedVersion, { supported: ['2031-01-01'] });
    await expect(meet([newer], true)).rejects.toThrow('2031-01-01');
  });

  it('is not asked for again when the server has said what it is', async () => {
    await expect(meet([undefined, modern], false)).rejects.toBe(refusal);
  });

  it('stays unknown when there is no access', async () => {
    const denied = failures.status({
      status: 401,
      text: '',
      retryAfter: undefined,
      location: undefined,
      hadSession: false,
    });
    await expect(meet([denied], true)).rejects.toBe(denied);
  });
});
