import { useEffect, useState } from 'react';

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

export function formatAgo(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1_000;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return relative.format(Math.round(seconds / size), unit);
}

/** `3 h`, `12 min`. */
export function formatSpan(ms: number): string {
  const seconds = Math.max(0, ms / 1_000);
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? ['second', 1];
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'short' }).format(
    Math.floor(seconds / size),
  );
}

/** The time, again and again, for what shows how long ago something was. */
function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

export function Ago({ at, everyMs = 10_000 }: { readonly at: string; readonly everyMs?: number }) {
  const now = useNow(everyMs);
  return (
    <time dateTime={at} title={full.format(new Date(at))} className="whitespace-nowrap">
      {formatAgo(at, now)}
    </time>
  );
}
