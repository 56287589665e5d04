import { describe, expect, it } from 'vitest';
import { isLoopback, maskAddress } from './address.ts';

describe('an address that is shown', () => {
  it.each([
    ['postgres://ops:s3cret@db.example/patchbay', 'postgres://ops:********@db.example/patchbay'],
    ['postgres://ops:12#s3/cr@et@db/x', 'postgres://ops:********@db/x'],
    ['postgres://ops@db/x', 'postgres://ops@db/x'],
    ['postgres://db/x?password=s3cret&sslmode=require', 'postgres://db/x?password=********&sslmode=require'],
    ['https://u:s3cret@h/p?api_key=s3cret&page=2', 'https://u:********@h/p?api_key=********&page=2'],
    ['https://h/p?page=2', 'https://h/p?page=2'],
    ['sqlite', 'sqlite'],
  ])('%s is %s', (address, shown) => {
    expect(maskAddress(address)).toBe(shown);
  });
});

describe('an address of this machine alone', () => {
  it.each(['127.0.0.1', '127.9.8.7', 'localhost', '::1', '[::1]'])('is %s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', '127.0.0.1.evil.example', '1270.0.0.1', 'example.com', ''])(
    'is not %j',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});
