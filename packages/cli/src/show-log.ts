import { showLine, type LogLevel, type LogLineView, type StderrLineView } from '@patchbay/contracts';
import { bad, faint, good, warned } from './output.ts';

const paints: Readonly<Record<LogLevel, (text: string) => string>> = {
  debug: faint,
  info: good,
  warn: warned,
  error: bad,
};

/** `10:15:02.123 warn  server.failed server="time" reason="…"`, in the time of whoever reads it. */
export function showLogLine({ time, level, event, fields }: LogLineView): string {
  const shown = Object.entries(fields).map(([name, value]) => `${faint(`${name}=`)}${JSON.stringify(value)}`);
  return `${faint(clockOf(time))} ${paints[level](level.padEnd(5))} ${[showLine(event), ...shown.map(showShown)].join(' ')}`;
}

/** JSON has made everything visible already but what is beyond ASCII. */
function showShown(text: string): string {
  return text.replaceAll(/[\u0080-\u009F\u200B-\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/g, (odd) => {
    return `\\u${(odd.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}

export function showStderrLine({ at, text }: StderrLineView): string {
  return `${faint(clockOf(at))} ${showLine(text)}`;
}

function clockOf(iso: string): string {
  const time = new Date(iso);
  const two = (number: number): string => String(number).padStart(2, '0');
  const seconds = `${two(time.getSeconds())}.${String(time.getMilliseconds()).padStart(3, '0')}`;
  return `${two(time.getHours())}:${two(time.getMinutes())}:${seconds}`;
}
