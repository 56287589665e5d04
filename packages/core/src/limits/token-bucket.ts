/** Holds a minute's worth of calls and fills steadily. Who was quiet may therefore come with that many at once. */
export interface Bucket {
  readonly tokens: number;
  /** When it had so many. */
  readonly at: number;
}

const minuteMs = 60_000;

export function fullBucket(perMinute: number, now: number): Bucket {
  return { tokens: perMinute, at: now };
}

/** The same bucket later. A clock that was set back fills nothing, and takes nothing. */
export function fill({ tokens, at }: Bucket, perMinute: number, now: number): Bucket {
  const gained = (Math.max(0, now - at) * perMinute) / minuteMs;
  return { tokens: Math.min(perMinute, tokens + gained), at: now };
}

/** 0 when there is one. */
export function msUntilToken({ tokens }: Bucket, perMinute: number): number {
  return Math.ceil((Math.max(0, 1 - tokens) * minuteMs) / perMinute);
}

export function take({ tokens, at }: Bucket): Bucket {
  return { tokens: tokens - 1, at };
}
