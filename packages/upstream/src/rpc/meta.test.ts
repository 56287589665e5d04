import { metaKeys } from '@patchbay/contracts';
import { expect, it } from 'vitest';
import { toEnvelope } from '../greeting.ts';
import { withMeta } from './meta.ts';

const envelope = toEnvelope({ name: 'patchbay', version: '1' });
const onWire = (...given: Parameters<typeof withMeta>): unknown =>
  JSON.parse(JSON.stringify(withMeta(...given)));

it('params without news stay the very object they are', () => {
  const params = { name: 'echo' };
  expect(withMeta(params, undefined, undefined)).toBe(params);
});

it("a caller's progress token does not pass, whether or not we have one", () => {
  const params = { _meta: { progressToken: 'theirs', traceparent: '00-1' } };
  expect(onWire(params, undefined, undefined)).toEqual({ _meta: { traceparent: '00-1' } });
  expect(onWire(params, undefined, 7)).toEqual({ _meta: { traceparent: '00-1', progressToken: 7 } });
});

it('a caller may speak for its client, but not choose the version', () => {
  const capabilities = { elicitation: {} };
  const params = {
    _meta: { [metaKeys.clientCapabilities]: capabilities, [metaKeys.protocolVersion]: '1999' },
  };
  expect(onWire(params, envelope, undefined)).toEqual({
    _meta: { ...envelope, [metaKeys.clientCapabilities]: capabilities },
  });
  expect(onWire(params, undefined, undefined)).not.toHaveProperty(['_meta', metaKeys.protocolVersion]);
});
