import { hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Breathe, Chance, Clock, Digest, TakePrint, Timers } from '@patchbay/core';

// The real world, for the ports of core.

export const systemClock: Clock = { now: () => new Date() };

export const systemChance: Chance = {
  uuid: () => randomUUID(),
  id: () => randomBytes(8).toString('hex'),
  secret: () => randomBytes(32).toString('base64url'),
  fraction: () => Math.random(),
};

export const systemTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

export const systemBreathe: Breathe = () => new Promise((resolve) => void setImmediate(resolve));

export const systemDigest: Digest = {
  sha256: (text) => hash('sha256', text),
  equal(left, right) {
    const [a, b] = [Buffer.from(left), Buffer.from(right)];
    return a.length === b.length && timingSafeEqual(a, b);
  },
};

export const systemPrint: TakePrint = (text) => ({
  digest: hash('sha256', text),
  bytes: Buffer.byteLength(text),
});
