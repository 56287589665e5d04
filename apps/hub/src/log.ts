import { styleText } from 'node:util';
import type { Clock, Log, LogFields } from '@patchbay/core';

const severity = { debug: 10, info: 20, warn: 30, error: 40, silent: 99 } as const;
type LogLevel = keyof typeof severity;

export interface LogOptions {
  readonly level: LogLevel;
  readonly format: 'text' | 'json';
  readonly clock: Clock;
  readonly write: (line: string) => void;
  /** A text without what must never appear in the log. */
  readonly mask: (text: string) => string;
}

/** One line an event. Whatever a field holds, known secrets and anything that looks like a key are masked. */
export function createLog({ level, format, clock, write, mask }: LogOptions): Log {
  const render = format === 'json' ? renderJson : renderText;
  const toJson = (value: unknown): string => JSON.stringify(value, masking(mask));
  const at =
    (own: keyof Log) =>
    (event: string, fields: LogFields = {}) => {
      if (severity[own] < severity[level]) return;
      write(render({ time: clock.now().toISOString(), level: own, event, fields }, toJson));
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

interface Line {
  readonly time: string;
  readonly level: keyof Log;
  readonly event: string;
  readonly fields: LogFields;
}

type ToJson = (value: unknown) => string;

function renderJson({ time, level, event, fields }: Line, toJson: ToJson): string {
  return `${toJson({ time, level, event, ...plain(fields) })}\n`;
}

const colours = { debug: 'gray', info: 'green', warn: 'yellow', error: 'red' } as const;

function renderText({ time, level, event, fields }: Line, toJson: ToJson): string {
  const shown = Object.entries(plain(fields)).map(([name, value]) => `${name}=${toJson(value)}`);
  const mark = styleText(colours[level], level.padEnd(5), { stream: process.stderr });
  return `${time.slice(11, 23)} ${mark} ${[event, ...shown].join(' ')}\n`;
}

/** Errors have no fields of their own that JSON would see. */
function plain(fields: LogFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Error ? describeError(value) : value,
    ]),
  );
}

function describeError(error: Error): unknown {
  const { cause } = error;
  return {
    message: error.message,
    ...('code' in error && { code: error.code }),
    stack: error.stack,
    ...(cause instanceof Error && { cause: describeError(cause) }),
  };
}

/** Before it is written as JSON: what masks a text must not have to know how JSON writes it. */
function masking(mask: (text: string) => string) {
  return (_: string, value: unknown): unknown => (typeof value === 'string' ? mask(value) : value);
}
