import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { createEgress } from './egress.ts';

const publicOnly = createEgress(false);
const hostOf = (url: string): string => new URL(url).hostname;

describe('an address that is not public', () => {
  it.each(
    `127.0.0.1 127.1 0x7f.1 2130706433 0177.0.0.1 0.0.0.0 0 10.0.0.1 172.16.0.1 172.31.255.255
     192.168.1.1 169.254.169.254 100.64.0.1 198.18.0.1 192.0.0.8 192.88.99.1 224.0.0.1
     255.255.255.255 [::] [::1] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:a00:1]
     [::127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::] [2001::7f00:1] [fc00::1] [fd00:ec2::254]
     [fe80::1] [fec0::1] [ff02::1] [2001:db8::1] [100::1] [5f00::1]`.split(/\s+/),
  )('is refused however it is written: %s', (host) => {
    expect(publicOnly.refusalOf(hostOf(`http://${host}`))).toContain('is not public');
  });

  it.each(['http://1.1.1.1', 'http://172.32.0.1', 'http://[2606:4700::1111]', 'http://[2a00:1450::1]'])(
    'is not what everybody can reach: %s',
    (url) => expect(publicOnly.refusalOf(hostOf(url))).toBeUndefined(),
  );

  it('is fine where the operator allows it', () => {
    const egress = createEgress(true);
    expect(egress.refusalOf('127.0.0.1')).toBeUndefined();
    expect(egress.lookup).toBeUndefined();
  });
});

describe('a name', () => {
  const answering = (...found: LookupAddress[]) =>
    createEgress(false, ((_: string, __: object, done: (error: null, found: LookupAddress[]) => void) =>
      done(null, found)) as never);
  const ask = (egress: ReturnType<typeof createEgress>, all: boolean) =>
    new Promise<unknown>((resolve) => {
      egress.lookup?.('a.example', { all }, (error, address) => resolve(error?.message ?? address));
    });
  const good = { address: '1.1.1.1', family: 4 };

  it('is judged by every address it has', async () => {
    expect(await ask(answering(good), false)).toBe('1.1.1.1');
    expect(await ask(answering(good), true)).toEqual([good]);
    const bad = { address: '169.254.169.254', family: 4 };
    expect(await ask(answering(good, bad), true)).toContain('169.254.169.254 is not public');
    expect(await ask(answering({ address: '::ffff:10.0.0.1', family: 6 }), false)).toContain('is not public');
  });
});
