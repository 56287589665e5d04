import type { JsonObject } from '@patchbay/contracts';

/** Of what servers log, the least important first. */
const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;
export type LogLevel = (typeof logLevels)[number];

/** What somebody wants to hear of the log of a server while it works for him. */
export interface LogWish {
  readonly level: LogLevel;
  /** Called with the params of every message, whatever its level: not every server keeps to what it was told. */
  readonly tell: (params: JsonObject) => void;
}

export function isLogLevel(value: unknown): value is LogLevel {
  return logLevels.some((level) => level === value);
}

/** A level that nobody knows counts as `info`. */
export function isAtLeast(level: unknown, least: LogLevel): boolean {
  const rank = logLevels.indexOf(isLogLevel(level) ? level : 'info');
  return rank >= logLevels.indexOf(least);
}
