import { createHash } from 'node:crypto';
import type { Digest } from '@patchbay/core';

/** Real digests, for tests that compare them. */
export const plainDigest: Digest = {
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
  equal: (left, right) => left === right,
};
