import { describe, expect, it } from 'vitest';
import { load } from '../../test-support/load.ts';

describe('what is shown', () => {
  it('has every secret masked, wherever it came from', () => {
    const yaml = `
database: postgres://ops:s3cret-db@db.example/patchbay?password=s3cret-query
mcp:
  servers:
    - { name: a, url: "http://u:s3cret-user@x/?api_key=s3cret-param&page=2", bearerToken: s3cret-token, headers: { X-Key: s3cret-header }, env: { KEY: s3cret-env } }`;
    const env = { ENCRYPTION_MASTER_PASSWORD: 's3cret-master', PATCHBAY_ADMIN_KEY: 'pbk_a_s3cret-key' };
    const shown = JSON.stringify(load({ yaml, env }).settings);
    expect(shown).not.toContain('s3cret');
    expect(shown).toContain('postgres://ops:********@db.example/patchbay');
    expect(shown).toContain('"mcp.servers[0].headers.X-Key":{"value":"********"');
  });

  it('names the place of a list', () => {
    const { settings } = load({ yaml: 'auth:\n  allowedHosts:\n    - hub.example\n    - other.example' });
    expect(settings['auth.allowedHosts']).toEqual({
      value: ['hub.example', 'other.example'],
      source: expect.stringMatching(/:3:7$/) as string,
    });
  });

  it('has stars for what the environment put into arguments and addresses of servers', () => {
    const yaml = `
port: \${P}
mcp:
  servers:
    - { name: a, command: x, args: [--token, "\${T}", "--key={{.T}}", "--db=postgres://u:s3cret-arg@h/d", plain] }
    - { name: b, url: "https://h/\${T}/mcp" }`;
    const { settings, config } = load({ yaml, env: { T: 's3cret-token', P: '9000' } });
    expect(config.mcp.servers[0]?.args[1]).toBe('s3cret-token');
    expect(JSON.stringify(settings)).not.toContain('s3cret');
    expect([settings['mcp.servers[0].args'], settings['mcp.servers[1].url'], settings['port']]).toMatchObject(
      [
        { value: ['--token', '********', '--key=********', '--db=postgres://u:********@h/d', 'plain'] },
        { value: 'https://h/********/mcp' },
        { value: 9_000 },
      ],
    );
  });
});
