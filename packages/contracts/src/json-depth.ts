const quote = 0x22;
const backslash = 0x5c;

/** Asked before parsing: JSON.parse takes two million levels, and whatever walks the result then overflows the stack. */
export function isDeeperThan(bytes: Uint8Array, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (inString) {
      if (byte === backslash) at += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if ((byte | 0x20) === 0x7b) {
      // [ and {
      depth += 1;
      if (depth > limit) return true;
    } else if ((byte | 0x20) === 0x7d) depth -= 1; // ] and }
  }
  return false;
}
