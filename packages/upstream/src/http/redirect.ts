const maxRedirects = 3;

/**
 * Where to send a request again, as a path of the same origin. Undefined when the redirect is not followed: our
 * credentials go to no other origin, and only 307 and 308 promise that the request stays the one it was.
 */
export function followRedirect(
  from: URL,
  { status, location, hops }: { status: number; location: string | undefined; hops: number },
): string | undefined {
  if ((status !== 307 && status !== 308) || location === undefined || hops >= maxRedirects) return undefined;
  const to = URL.parse(location, from);
  return to?.origin === from.origin ? to.pathname + to.search : undefined;
}
