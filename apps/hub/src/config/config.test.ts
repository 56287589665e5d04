import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { load, problemsOf } from '../../test-support/load.ts';
import { expand } from './expand.ts';
import { loadConfig } from './load-config.ts';

describe('without anything', () => {
  it('every value has the default that the documents promise [A-48] [A-50] [A-30]', () => {
    const { config, file } = load({});
    expect(file).toBeUndefined();
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      dataDir: '.patchbay',
      database: 'sqlite',
      startup: 'degraded',
      mcp: {
        servers: [],
        security: { allowedServerNames: [], maxToolOutputLength: 50_000, allowPrivateAddresses: true },
        reconnection: {
          enabled: true,
          maxAttempts: 5,
          initialDelayMs: 5_000,
          multiplier: 2,
          maxDelayMs: 60_000,
        },
        timeouts: {
          connectMs: 30_000,
          listMs: 10_000,
          callMs: 60_000,
          idleMs: 1_800_000,
          interactionMs: 600_000,
        },
        health: { intervalMs: 15_000, timeoutMs: 5_000 },
        sync: { intervalMs: 300_000 },
      },
      approvals: { timeoutMs: 300_000 },
    });
  });

  it.each(['', '# only a comment\n', '---\n', 'mcp:\n', 'mcp:\n  servers: []\n', 'null'])(
    'an empty file says the same: %j',
    (yaml) => {
      expect(load({ yaml }).config).toEqual(load({}).config);
    },
  );
});

describe('a number with a fraction', () => {
  it('is read from the file, where every value is text', () => {
    const model = '{name: m, provider: openai, model: x, temperature: 0.2, prices: {input: 3, output: 0.25}}';
    const yaml = `models: [${model}]\nmcp: {reconnection: {multiplier: 1.5}}`;
    expect(load({ yaml }).config).toMatchObject({
      models: [{ temperature: 0.2, prices: { input: 3, output: 0.25 } }],
      mcp: { reconnection: { multiplier: 1.5 } },
    });
  });
});

describe('the order of sources', () => {
  it('is file, then environment, then flags', () => {
    const yaml = 'port: 1001\nhost: localhost\ndataDir: from-file\n';
    const env = { PATCHBAY_PORT: '1002', PATCHBAY_DATA_DIR: 'from-env' };
    const { config, settings } = load({ yaml, env, flags: { port: '1003' } });
    expect(config).toMatchObject({ port: 1_003, host: 'localhost', dataDir: 'from-env' });
    expect([settings['port'], settings['dataDir'], settings['database']]).toEqual([
      { value: 1_003, source: '--port' },
      { value: 'from-env', source: 'PATCHBAY_DATA_DIR' },
      { value: 'sqlite', source: 'default' },
    ]);
    expect(settings['host']?.source).toMatch(/patchbay\.yaml:2:7$/);
  });

  it('takes a variable that is set to nothing as not set', () => {
    expect(load({ env: { PATCHBAY_PORT: '', PATCHBAY_CONFIG: '' } }).config.port).toBe(8080);
  });

  it('finds the file through PATCHBAY_CONFIG', () => {
    const file = join(createTempDir(), 'other.yaml');
    writeFileSync(file, 'port: 7000');
    expect(loadConfig({ PATCHBAY_CONFIG: file }).config.port).toBe(7_000);
  });
});

describe('a problem', () => {
  it('is told with all the others, each with line and column', () => {
    const yaml = [
      'prot: 9000',
      'port: 99999',
      'mcp:',
      '  servers:',
      '    - name: bad name',
      '      url: nowhere',
      'startup: sometimes',
    ].join('\n');
    expect(
      problemsOf({ yaml, env: { PATCHBAY_LOG_LEVEL: 'loud' }, flags: { database: 'mysql://x' } }),
    ).toEqual([
      'patchbay.yaml:1:7 There is no key prot. Did you mean port?',
      'patchbay.yaml:2:7 port: At most 65535.',
      expect.stringMatching(/^patchbay\.yaml:5:13 mcp\.servers\[0\]\.name: Use 1 to 64 letters/),
      'patchbay.yaml:6:12 mcp.servers[0].url: Write a full http:// or https:// address.',
      'patchbay.yaml:7:10 startup: Choose degraded, not-ready, fatal or lazy.',
      '--database database: Write sqlite, memory, or postgres://user:password@host/name.',
      'PATCHBAY_LOG_LEVEL log.level: Choose debug, info, warn, error or silent.',
    ]);
  });

  it.each([
    ['mcp:\n  server: []', 'There is no key mcp.server. Did you mean servers?'],
    [
      'mcp:\n  timeouts:\n    connectMS: 5',
      'There is no key mcp.timeouts.connectMS. Did you mean connectMs?',
    ],
    [
      'mcp:\n  servers:\n    - name: a\n      comand: npx',
      'There is no key mcp.servers[0].comand. Did you mean command?',
    ],
    [
      'auth:\n  issuers:\n    - isuer: https://x\n      audience: a',
      'There is no key auth.issuers[0].isuer. Did you mean issuer?',
    ],
    ['xyzzy: 1', 'There is no key xyzzy.'],
    ['prot:', 'There is no key prot. Did you mean port?'],
  ])('names the key that was probably meant: %j', (yaml, message) => {
    expect(problemsOf({ yaml }).join('\n')).toContain(message);
  });

  it('in the YAML itself is told with its place', () => {
    expect(problemsOf({ yaml: 'host: x\nport: [1, 2\n' })[0]).toMatch(/^patchbay\.yaml:\d+:\d+ /);
    expect(problemsOf({ yaml: 'host: x\nhost: y\n' })[0]).toMatch(/^patchbay\.yaml:2:1 .*unique/);
  });

  it('is a file that is not there', () => {
    expect(problemsOf({ flags: { config: 'nowhere.yaml' } })).toEqual([
      'nowhere.yaml There is no such file.',
    ]);
  });

  it('is a root that is no map', () => {
    for (const yaml of ['- a\n- b', 'just text', '42'])
      expect(problemsOf({ yaml })).toEqual(['patchbay.yaml:1:1 Write keys and values, such as port: 8080.']);
  });

  it('is one key in two spellings', () => {
    const yaml =
      'mcp:\n  servers:\n    - name: a\n      url: http://x\n      autoConnect: true\n      auto-connect: false';
    expect(problemsOf({ yaml })[0]).toMatch(
      /^patchbay\.yaml:6:21 mcp\.servers\[0\]\.autoConnect stands at .*:5:20 already\.$/,
    );
  });

  it('is an origin that no browser writes so', () => {
    const yaml = `
auth:
  allowedOrigins:
    - http://localhost:6274
    - https://Example.com:443
    - http://localhost:6274/
    - http://a b`;
    expect(problemsOf({ yaml })).toEqual([
      'patchbay.yaml:5:7 auth.allowedOrigins[1]: Write it as browsers do: https://example.com.',
      expect.stringMatching(/^patchbay\.yaml:6:7 .*Write scheme, host and port/),
      expect.stringMatching(/^patchbay\.yaml:7:7 .*Write scheme, host and port/),
    ]);
  });

  it('is an admin key of another shape, which is not repeated', () => {
    expect(problemsOf({ env: { PATCHBAY_ADMIN_KEY: 'pbk-s3cret' } })).toEqual([
      'PATCHBAY_ADMIN_KEY auth.adminKey: Write it as pbk_<id>_<secret>; the id has letters, digits and dashes.',
    ]);
  });

  it('is a second server of the same name', () => {
    const yaml = 'mcp:\n  servers:\n    - {name: a, url: "http://x"}\n    - {name: a, url: "http://y"}';
    expect(problemsOf({ yaml })).toEqual([
      expect.stringMatching(/:4:14 .*There is a server "a" above already/),
    ]);
  });

  it('is a second model or agent of the same name, or one that lacks what it needs', () => {
    const yaml =
      'models:\n  - {name: m, provider: openai}\nagents:\n  - {name: a, model: m}\n  - {name: a, model: m}';
    expect(problemsOf({ yaml })).toEqual([
      expect.stringMatching(/models\[0\].model: openai needs it/),
      expect.stringMatching(/agents\[1\].name: There is one named "a" above already/),
    ]);
  });
});

describe('references to the environment', () => {
  it('are filled in: ${NAME} and {{.NAME}}, and $$ is a dollar [D-13]', () => {
    const env = { TOKEN: 't0k', HOST: 'n8n.example' };
    expect(expand('${TOKEN} {{.HOST}} {{ .HOST }} $$ $$$$ $HOST ${} {{HOST}} cost: 5$', env)).toEqual({
      text: 't0k n8n.example n8n.example $ $$ $HOST ${} {{HOST}} cost: 5$',
      masked: '******** ******** ******** $ $$ $HOST ${} {{HOST}} cost: 5$',
      missing: [],
    });
  });

  it('are a problem when the variable is not set, with its name and place', () => {
    expect(problemsOf({ yaml: 'port: ${NOPE}' })).toEqual([
      'patchbay.yaml:1:7 The environment variable NOPE is not set. Write $$ for a plain dollar.',
    ]);
  });

  it('stand for values of any type, and never for structure', () => {
    const yaml =
      'port: ${P}\nbehindProxy: ${B}\nmcp:\n  timeouts:\n    callMs: ${T}\n  servers:\n    - name: a\n      url: http://x\n      bearerToken: ${S}';
    const { config } = load({ yaml, env: { P: '9000', B: 'true', T: '30s', S: 'a: {b: [c]}' } });
    expect(config).toMatchObject({ port: 9_000, behindProxy: true, mcp: { timeouts: { callMs: 30_000 } } });
    expect(config.mcp.servers[0]?.bearerToken?.reveal()).toBe('a: {b: [c]}');
  });
});

describe('other spellings', () => {
  it('of keys are taken: kebab-case and snake_case [A-34]', () => {
    const yaml = `
mcp:
  reconnection: { max-attempts: 7, initial-delay-ms: 100 }
  security: { allowed-server-names: [a], max_tool_output_length: 2000 }
  servers:
    - name: a
      url: https://a.example/sse
      auto-connect: false`;
    expect(load({ yaml }).config.mcp).toMatchObject({
      reconnection: { maxAttempts: 7, initialDelayMs: 100 },
      security: { allowedServerNames: ['a'], maxToolOutputLength: 2_000 },
      servers: [{ name: 'a', autoConnect: false }],
    });
  });

  it('of the chatbot are taken, with its durations [B-53]', () => {
    const yaml = `
mcp.initialization-timeout: 10s
mcp:
  operation-timeout: 15s
  idle-timeout: 30m
  scheduler: { sync-interval: 5m }
  cache: { ttl: 5m }
encryption:
  master-password: \${ENCRYPTION_MASTER_PASSWORD}`;
    const { config } = load({ yaml, env: { ENCRYPTION_MASTER_PASSWORD: 'correct horse' } });
    expect(config.mcp).toMatchObject({
      timeouts: { connectMs: 10_000, callMs: 15_000, idleMs: 1_800_000 },
      sync: { intervalMs: 300_000 },
      cache: { ttlMs: 300_000 },
    });
    expect(config.encryption.masterPassword?.reveal()).toBe('correct horse');
  });

  it('of a transport as a block are taken [D-15]', () => {
    const yaml = `
mcp:
  servers:
    - name: kubernetes
      transport:
        type: stdio
        command: kubernetes-mcp-server
        args: [--read-only]
        env: { KUBE_CONFIG: /etc/kube }
    - name: remote
      transport: { type: http, url: "https://x.example/mcp", bearer_token: t0k, verify_ssl: false, timeout: 90 }`;
    const [stdio, remote] = load({ yaml }).config.mcp.servers;
    expect(stdio).toMatchObject({
      transport: 'stdio',
      command: 'kubernetes-mcp-server',
      args: ['--read-only'],
    });
    expect(stdio?.env['KUBE_CONFIG']?.reveal()).toBe('/etc/kube');
    expect(remote).toMatchObject({
      transport: 'http',
      url: 'https://x.example/mcp',
      verifySsl: false,
      timeouts: { callMs: 90_000 },
    });
    expect(remote?.bearerToken?.reveal()).toBe('t0k');
  });

  it.each(['90', '"90"', '1.5', '"1.5"'])('of a time-out are seconds: %s', (timeout) => {
    const yaml = `mcp:\n  servers:\n    - { name: a, url: "http://x", timeout: ${timeout} }`;
    const seconds = Number(timeout.replaceAll('"', ''));
    expect(load({ yaml }).config.mcp.servers[0]?.timeouts.callMs).toBe(seconds * 1_000);
  });

  it('leave the names of headers and variables alone', () => {
    const yaml =
      'mcp:\n  servers:\n    - name: a\n      url: http://x\n      headers: { x-api-key: k, X_Under.dot: v }\n      env: { my_var: v }';
    const [server] = load({ yaml }).config.mcp.servers;
    expect(Object.keys(server?.headers ?? {})).toEqual(['x-api-key', 'X_Under.dot']);
    expect(Object.keys(server?.env ?? {})).toEqual(['my_var']);
  });
});
