import { maskingPatterns } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { findersOf } from './groups.ts';
import { ownPatterns } from './patterns/own-patterns.ts';

describe('a group', () => {
  it.each([
    ['basic', ['api_key', 'password']],
    ['secrets', ['api_key', 'password', 'private_key', 'secret_key', 'token']],
    [
      'security',
      ['api_key', 'certificate', 'certificate_authority_data', 'email', 'password', 'ssh_key', 'token'],
    ],
    ['kubernetes', ['api_key', 'certificate_authority_data', 'kubernetes_secret', 'password']],
    ['cloud', ['api_key', 'aws_access_key', 'aws_secret_key', 'token']],
    ['all', ['kubernetes_secret', ...maskingPatterns].toSorted()],
  ] as const)('%s stands for %j', (group, names) => {
    expect([...findersOf([group])].toSorted()).toEqual(names);
  });

  it('can be mixed with single patterns', () => {
    expect([...findersOf(['basic', 'email', 'password'])]).toEqual(['api_key', 'password', 'email']);
  });

  it('names only patterns that there are, each once', () => {
    expect(ownPatterns.map(({ name }) => name)).toEqual(maskingPatterns);
  });
});
