import { fail, type PatchbayError } from '@patchbay/contracts';
import { printable } from './printable.ts';

export interface GuardRules {
  /** Host names, or `name:port`; a name alone allows every port. Lower case. */
  readonly hosts: readonly string[];
  /** Under which our own pages can be: https where we do TLS, both where a proxy may. */
  readonly schemes: readonly ('http' | 'https')[];
  /** Foreign origins whose pages may talk to the hub. */
  readonly origins: readonly string[];
}

export interface RequestHead {
  readonly url: string;
  /** As received: name, value, name, value … */
  readonly rawHeaders: readonly string[];
}

/** Two of any of these, and two programs may act on different ones. */
const single = ['host', 'origin', 'authorization', 'content-type', 'content-length', 'transfer-encoding'];

/**
 * The first look at every request on every listener, before any routing: what a browser on a foreign page, a
 * rebound DNS name or a confused proxy would send is refused here. Undefined means: go on.
 */
export function refusalOf(head: RequestHead, rules: GuardRules): PatchbayError | undefined {
  const doubled = single.find((name) => valuesOf(head, name).length > 1);
  if (doubled) return fail('REQUEST_MALFORMED', { reason: `it has more than one ${doubled} header.` });
  if (!isPlainTarget(head.url))
    return fail('REQUEST_MALFORMED', { reason: 'its path is not in plain form.' });
  const [host = ''] = valuesOf(head, 'host');
  if (!isAllowedHost(host.toLowerCase(), rules.hosts))
    return fail('HOST_NOT_ALLOWED', { host: printable(host) });
  const [origin] = valuesOf(head, 'origin');
  if (origin !== undefined && !isOwnOrigin(origin, host, rules.schemes) && !rules.origins.includes(origin))
    return fail('ORIGIN_NOT_ALLOWED', { origin: printable(origin) });
  return undefined;
}

export function valuesOf({ rawHeaders }: RequestHead, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}

/** Spellings that one parser folds and another does not: none of our routes needs them. */
const twisted = /\/\/|\/\.{1,2}(?:\/|$)|\\|;|%(?:2e|2f|5c|00|25)|[^\x21-\x7e]/i;

function isPlainTarget(target: string): boolean {
  const [path = ''] = target.split(/[?#]/, 1);
  return path.startsWith('/') && !target.includes('#') && !twisted.test(path);
}

const hostShape = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/;

function isAllowedHost(host: string, allowed: readonly string[]): boolean {
  const [, name = ''] = hostShape.exec(host) ?? [];
  return name !== '' && (allowed.includes(name) || allowed.includes(host));
}

function isOwnOrigin(origin: string, host: string, schemes: GuardRules['schemes']): boolean {
  return schemes.some((scheme) => origin === `${scheme}://${host}`);
}
