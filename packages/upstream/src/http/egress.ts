import { lookup as lookUpName, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Where connections may lead. */
export interface Egress {
  /** Why an address that needs no lookup is not allowed; undefined if it is, or is a name. */
  readonly refusalOf: (host: string) => string | undefined;
  /** Names are judged by the very addresses that the socket will use, so a second answer cannot slip through. */
  readonly lookup: LookupFunction | undefined;
}

/** Two lists: in one, a rule for IPv6 would hold for every IPv4 address inside it too. */
const notPublic4 = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic4.addSubnet(net, bits, 'ipv4');

const notPublic6 = new BlockList();
/** Of IPv6 only 2000::/3 is public, without the parts that carry another address inside or are for books and tests. */
for (const [net, bits] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic6.addSubnet(net, bits, 'ipv6');

const anywhere: Egress = { refusalOf: () => undefined, lookup: undefined };

export function createEgress(allowPrivateAddresses: boolean, lookUp: typeof lookUpName = lookUpName): Egress {
  if (allowPrivateAddresses) return anywhere;
  const lookup: LookupFunction = (host, options, done) => {
    lookUp(host, { ...options, all: true }, (error, found) => {
      const refused = error ?? firstRefusal(found);
      if (refused) return done(refused, '');
      const [first] = found;
      return options.all === true ? done(null, found) : done(null, first?.address ?? '', first?.family);
    });
  };
  return { refusalOf: (host) => refusalOf(host.replace(/^\[(.*)\]$/, '$1')), lookup };
}

/** One bad answer among good ones is a trap, not a choice. */
function firstRefusal(found: readonly LookupAddress[]): Error | undefined {
  const reason = found.map(({ address }) => refusalOf(address)).find((one) => one !== undefined);
  return reason === undefined ? undefined : new Error(reason);
}

function refusalOf(address: string): string | undefined {
  const family = isIP(address);
  const isPublic = family === 4 ? !notPublic4.check(address, 'ipv4') : !notPublic6.check(address, 'ipv6');
  if (family === 0 || isPublic) return undefined;
  return `its address ${address} is not public, and mcp.security.allowPrivateAddresses is false`;
}
