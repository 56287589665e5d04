const separator = ':dep_';

/** `calc:dep_0`: the first thing that `calc` needs. */
export function toCompositeKey(funcId: string, index: number): string {
  return `${funcId}${separator}${String(index)}`;
}

/** At the last separator, since a function may be called anything. Undefined for what is no key. */
export function parseCompositeKey(key: string): { funcId: string; index: number } | undefined {
  const at = key.lastIndexOf(separator);
  const index = key.slice(at + separator.length);
  return at > 0 && /^\d{1,9}$/.test(index) ? { funcId: key.slice(0, at), index: Number(index) } : undefined;
}
