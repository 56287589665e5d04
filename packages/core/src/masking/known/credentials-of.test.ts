import { credentialsSchema, transportSchema } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { credentialsOf } from './credentials-of.ts';

function credentials(given: object, transport: object = { kind: 'stdio', command: 'npx' }) {
  return credentialsOf({
    credentials: credentialsSchema.parse(given),
    transport: transportSchema.parse(transport),
  });
}

describe('the secrets of a server', () => {
  it('are its token, and what its headers and its environment say', () => {
    const given = {
      bearerToken: 'token-of-mine',
      headers: { 'X-Api-Key': 'key-in-header', Authorization: 'Bearer in-authorization' },
      env: { GITHUB_PAT: 'ghp_abcdefgh', LOGIN: 'correcthorse' },
    };
    expect(credentials(given)).toEqual([
      'token-of-mine',
      'key-in-header',
      'in-authorization',
      'ghp_abcdefgh',
      'correcthorse',
    ]);
  });

  it('are also the password behind the Basic scheme', () => {
    const basic = btoa('bob:open-sesame');
    expect(credentials({ headers: { Authorization: `Basic ${basic}` } })).toEqual([basic, 'open-sesame']);
  });

  it('are also in a command line and in an address', () => {
    expect(credentials({}, { kind: 'stdio', command: 'x', args: ['--api-key', 'in-arguments'] })).toEqual([
      'in-arguments',
    ]);
    const url = 'https://bob:open%20sesame@example.com/mcp?api_key=in-the-query&team=platform';
    expect(credentials({}, { kind: 'http', url })).toEqual(['open%20sesame', 'open sesame', 'in-the-query']);
  });

  it.each([
    ['LOG_LEVEL', 'verbose-and-more'],
    ['NODE_ENV', 'production'],
    ['DATA', '/var/lib/data/files'],
    ['ENDPOINT', 'https://api.example.com/v1'],
    ['LIMIT', '1000000000'],
    ['PASSWORD', 'abc'],
    ['GREETING', 'hello'],
  ])('are not settings such as %s=%s', (name, value) => {
    expect(credentials({ env: { [name]: value } })).toEqual([]);
  });

  it.each([
    ['DATABASE_URL', 'postgres://ops:s3cret-word@db/app', 's3cret-word'],
    ['AWS_SECRET_ACCESS_KEY', '/abcdefghijklmnopqrstuvwxyz', '/abcdefghijklmnopqrstuvwxyz'],
    ['SIGNING', '/A1cdefghijklmnopqrstuvwxyz', '/A1cdefghijklmnopqrstuvwxyz'],
    ['PIN', 's3cret', 's3cret'],
  ])('are in %s=%s', (name, value, secret) => {
    expect(credentials({ env: { [name]: value } })).toContain(secret);
  });
});
