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
const single: ReadonlySet<string> = new Set([
  'host',
  'origin',
  'authorization',
  'content-type',
  'content-length',
  'transfer-encoding',
]);

/**
 * The first look at every request on every listener, before any routing: what a browser on a foreign page, a
 * rebound DNS name or a confused proxy would send is refused here. Undefined means: go on.
 */
export function refusalOf(head: RequestHead, rules: GuardRules): PatchbayError | undefined {
  const { doubled, values } = readSingles(head);
  if (doubled) return fail('REQUEST_MALFORMED', { reason: `it has more than one ${doubled} header.` });
  if (!isPlainTarget(head.url))
    return fail('REQUEST_MALFORMED', { reason: 'its path is not in plain form.' });
  const host = values.get('host') ?? '';
  const origin = values.get('origin');
  if (!isAllowedHost(host.toLowerCase(), rules.hosts))
    return fail('HOST_NOT_ALLOWED', { host: printable(host) });
  if (origin !== undefined && !isOwnOrigin(origin, host, rules.schemes) && !rules.origins.includes(origin))
    return fail('ORIGIN_NOT_ALLOWED', { origin: printable(origin) });
  return undefined;
}

interface Singles {
  readonly doubled: string | undefined;
  readonly values: ReadonlyMap<string, string>;
}

/** In one pass, since every request of every face comes by here. */
function readSingles({ rawHeaders }: RequestHead): Singles {
  const values = new Map<string, string>();
  let doubled: string | undefined;
  for (let at = 1; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at - 1]?.toLowerCase() ?? '';
    if (!single.has(name)) continue;
    if (values.has(name)) doubled ??= name;
    else values.set(name, rawHeaders[at] ?? '');
  }
  return { doubled, values };
}

/** Spellings that one parser folds and another does not: none of our routes needs them. */
const twisted = /\/\/|\/\.{1,2}(?:\/|$)|\\|;|%(?:2e|2f|5c|00|25)|[^\x21-\x7e]/i;

function isPlainTarget(target: string): boolean {
  const query = target.indexOf('?');
  const path = query === -1 ? target : target.slice(0, query);
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
