import type { LogLevel } from '@patchbay/contracts';

export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Port. A line is an event name and fields: `log.info('server.connected', { server, tookMs })`. Arguments and
 * results of tools are never fields, only their sizes. `error` means that a person must act.
 */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** A line as it was written, with nothing in it that must not be seen. */
export interface LogLine {
  readonly time: Date;
  readonly level: LogLevel;
  readonly event: string;
  readonly fields: LogFields;
}
