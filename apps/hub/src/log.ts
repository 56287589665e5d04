import { styleText } from 'node:util';
import type { Clock, Log, LogFields } from '@patchbay/core';

const severity = { debug: 10, info: 20, warn: 30, error: 40, silent: 99 } as const;
type LogLevel = keyof typeof severity;

export interface LogOptions {
  readonly level: LogLevel;
  readonly format: 'text' | 'json';
  readonly clock: Clock;
  readonly write: (line: string) => void;
  /** Values that must never appear, wherever in a line they would. */
  readonly secrets: readonly string[];
}

/** One line an event. Whatever a field holds, known secrets and anything that looks like a key leave as stars. */
export function createLog({ level, format, clock, write, secrets }: LogOptions): Log {
  const render = format === 'json' ? renderJson : renderText;
  const redact = createRedact(secrets);
  const at =
    (own: keyof Log) =>
    (event: string, fields: LogFields = {}) => {
      if (severity[own] < severity[level]) return;
      write(redact(render({ time: clock.now().toISOString(), level: own, event, fields })));
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

interface Line {
  readonly time: string;
  readonly level: keyof Log;
  readonly event: string;
  readonly fields: LogFields;
}

function renderJson({ time, level, event, fields }: Line): string {
  return `${JSON.stringify({ time, level, event, ...plain(fields) })}\n`;
}

const colours = { debug: 'gray', info: 'green', warn: 'yellow', error: 'red' } as const;

function renderText({ time, level, event, fields }: Line): string {
  const shown = Object.entries(plain(fields)).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
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

const looksLikeCredential = /\b(pbk_[A-Za-z0-9-]+_)[\x21\x23-\x5b\x5d-\x7e]+|\b(Bearer )[A-Za-z0-9._~+/=-]+/g;

/** Hides these, and whatever looks like a key or a token. */
export function createRedact(secrets: readonly string[]): (line: string) => string {
  const known = secrets
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .filter((text) => text.length >= 4);
  return (line) => {
    const masked = known.reduce((text, secret) => text.replaceAll(secret, '********'), line);
    return masked.replaceAll(looksLikeCredential, '$1$2********');
  };
}
