import { showLine, type MeshTraffic } from '@patchbay/contracts';
import { bad, faint, formatRelative } from './output.ts';

/** `12 calls, 1 failed, last 3s ago (trace 4bf9…)`. */
export function describeTraffic({ calls, errors, lastAt, lastTraceId }: MeshTraffic, now: number): string {
  const failed = errors === 0 ? '' : `, ${bad(`${String(errors)} failed`)}`;
  const count = calls === 1 ? '1 call' : `${calls.toLocaleString('en')} calls`;
  return `${count}${failed}, last ${formatRelative(lastAt, now)} ${faint(`(trace ${showLine(lastTraceId)})`)}`;
}

/** `forecast → geo-1:geocode`. */
export function describeRoute({ fromFunction, to, endpoint, toFunction }: MeshTraffic): string {
  return showLine(`${fromFunction} → ${to ?? endpoint}:${toFunction}`);
}
