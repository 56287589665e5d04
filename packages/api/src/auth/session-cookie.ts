import { pageHeader } from '@patchbay/contracts';

const name = '__Host-patchbay';
/** `__Host-` holds the browser to Secure, to this very host, and to no narrower path. */
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';

export function sessionCookie(token: string, lastsMs: number): string {
  return `${name}=${token}; Max-Age=${String(Math.floor(lastsMs / 1_000))}; ${attributes}`;
}

export const noSessionCookie = `${name}=; Max-Age=0; ${attributes}`;

/**
 * The session in a request, if a page of the dashboard itself sent it. Browsers add the cookie to whatever any page
 * sends here; the header they add for nobody, and for a page of another origin not without our leave.
 */
export function sessionOf(request: Request): string | undefined {
  return isFromOwnPage(request) ? tokenIn(request.headers.get('cookie') ?? '') : undefined;
}

function isFromOwnPage({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site') ?? 'same-origin';
  return headers.get(pageHeader) === '1' && site === 'same-origin' && isOwnOrigin(headers);
}

/** Origins that an operator lists may use keys, but not the sessions of people. */
function isOwnOrigin(headers: Headers): boolean {
  const origin = headers.get('origin');
  return origin === null || /^https?:\/\/(.+)$/.exec(origin)?.[1] === headers.get('host');
}

function tokenIn(cookies: string): string | undefined {
  const values = cookies
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  const [only, ...others] = values;
  if (only === undefined || others.length > 0) return undefined; // two of them: one is somebody else's
  const token = only.slice(name.length + 1);
  return /^[\w-]{20,200}$/.test(token) ? token : undefined;
}
