const dayMs = 86_400_000;

/** Days since 1970, in UTC: cheap to compare, and the same wherever a hub runs. */
export function utcDay(now: number): number {
  return Math.floor(now / dayMs);
}

export function msUntilNextDay(now: number): number {
  return (utcDay(now) + 1) * dayMs - now;
}

/** `2026-01-31` */
export function formatDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
