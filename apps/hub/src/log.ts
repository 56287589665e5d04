import { styleText } from 'node:util';
import type { Clock, Log, LogFields, LogLine } from '@patchbay/core';

const severity = { debug: 10, info: 20, warn: 30, error: 40, silent: 99 } as const;
type LogLevel = keyof typeof severity;

export interface LogOptions {
  readonly level: LogLevel;
  readonly format: 'text' | 'json';
  readonly clock: Clock;
  readonly write: (line: string) => void;
  /** A text without what must never appear in the log. */
  readonly mask: (text: string) => string;
  /** Hears every line that is written, masked. */
  readonly keep?: (line: LogLine) => void;
}

/** One line an event. Whatever a field holds, known secrets and anything that looks like a key are masked. */
export function createLog({ level, format, clock, write, mask, keep }: LogOptions): Log {
  const render = format === 'json' ? renderJson : renderText;
  const toJson = (value: unknown): string => JSON.stringify(value, masking(mask));
  const at =
    (own: keyof Log) =>
    (event: string, fields: LogFields = {}) => {
      if (severity[own] < severity[level]) return;
      const line = { time: clock.now(), level: own, event, fields: plain(fields) };
      write(render(line, toJson));
      keep?.({ ...line, fields: JSON.parse(toJson(line.fields)) as LogFields });
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

type ToJson = (value: unknown) => string;

function renderJson({ time, level, event, fields }: LogLine, toJson: ToJson): string {
  return `${toJson({ time, level, event, ...fields })}\n`;
}

const colours = { debug: 'gray', info: 'green', warn: 'yellow', error: 'red' } as const;

function renderText({ time, level, event, fields }: LogLine, toJson: ToJson): string {
  const shown = Object.entries(fields).map(([name, value]) => `${name}=${toJson(value)}`);
  const mark = styleText(colours[level], level.padEnd(5), { stream: process.stderr });
  return `${time.toISOString().slice(11, 23)} ${mark} ${[event, ...shown].join(' ')}\n`;
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
