const masked = '********';
const secretName = /token|key|secret|password|signature|credential/i;

/** An address that may be shown: without its password, and without what its query calls a secret. */
export function maskAddress(address: string): string {
  // Up to the last @, since people write passwords as they are, with all that an address should not have.
  const withoutPassword = address.replace(/^([\w+.-]+:\/\/[^:@/]*):.*@/s, `$1:${masked}@`);
  if (!URL.canParse(withoutPassword)) return withoutPassword;
  const url = new URL(withoutPassword);
  const names = [...url.searchParams.keys()].filter((name) => secretName.test(name));
  for (const name of names) url.searchParams.set(name, masked);
  return names.length > 0 ? url.href : withoutPassword;
}

/** Whether a host name or address means this machine alone. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/.test(host);
}
