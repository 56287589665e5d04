import type { Log, LogFields } from '@patchbay/core';

interface RecordedLine {
  readonly level: keyof Log;
  readonly event: string;
  readonly fields: LogFields;
}

export interface RecordingLog extends Log {
  readonly lines: readonly RecordedLine[];
}

/** Keeps what is logged, for tests that ask. */
export function createRecordingLog(): RecordingLog {
  const lines: RecordedLine[] = [];
  const at =
    (level: keyof Log) =>
    (event: string, fields: LogFields = {}) =>
      void lines.push({ level, event, fields });
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
