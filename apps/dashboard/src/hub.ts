import { createClient } from '@patchbay/client';
import { pageHeader } from '@patchbay/contracts';

/** The cookie counts only in requests that say they come from one of our pages. */
export function fetchAsPage(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set(pageHeader, '1');
  return fetch(input, { ...init, headers, credentials: 'same-origin' });
}

export const hub = createClient({ url: location.origin, fetch: fetchAsPage });
