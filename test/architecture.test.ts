import { describe, expect, it } from 'vitest';
import { sourceFiles } from './support/source-files.ts';

/** The layer picture of ARCHITECTURE.md, executable: a package imports only what its row names. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  contracts: [],
  core: ['contracts'],
  store: ['core', 'contracts'],
  upstream: ['core', 'contracts'],
  gateway: ['core', 'contracts'],
  agent: ['core', 'contracts'],
  api: ['core', 'contracts'],
  client: ['contracts'],
  cli: ['client', 'contracts'],
  mesh: ['contracts'],
  testkit: ['core', 'contracts'],
  hub: ['api', 'agent', 'contracts', 'core', 'gateway', 'store', 'upstream'],
  dashboard: ['client', 'contracts'],
};

/** A vendor library has one owner, so replacing it touches one package. zod is shared: schemas cross every border. */
const owners: Readonly<Record<string, readonly string[]>> = {
  kysely: ['store'],
  pg: ['store', 'testkit'], // testkit starts a real PostgreSQL and makes databases on it
  hono: ['api'],
  '@hono/node-server': ['api'],
  jose: ['api'],
  'openid-client': ['api'],
  '@opentelemetry/api': ['hub'],
  '@opentelemetry/exporter-trace-otlp-proto': ['hub'],
  '@opentelemetry/resources': ['hub'],
  '@opentelemetry/sdk-trace': ['hub'],
  yaml: ['hub', 'agent'], // agent reads scripts of models
  ai: ['agent'],
  '@ai-sdk/anthropic': ['agent'],
  '@ai-sdk/google': ['agent'],
  '@ai-sdk/openai': ['agent'],
  '@ai-sdk/openai-compatible': ['agent'],
  re2js: ['hub'],
  minisearch: ['hub'],
  'prom-client': ['hub'],
  commander: ['cli'],
  '@clack/prompts': ['cli'],
  'smol-toml': ['cli'],
  undici: ['upstream'],
  vitest: ['testkit'],
  react: ['dashboard'],
  'react-dom': ['dashboard'],
  '@tanstack/react-query': ['dashboard'],
  '@tanstack/react-router': ['dashboard'],
  '@tanstack/react-virtual': ['dashboard'],
  'lucide-react': ['dashboard'],
  'radix-ui': ['dashboard'],
  uplot: ['dashboard'],
  '@xyflow/react': ['dashboard'],
  '@dagrejs/dagre': ['dashboard'],
  'playwright-core': ['testkit'],
  '@sparticuz/chromium': ['testkit'],
};

/** Packages that run in a browser or decide without touching anything: not even Node's own modules. */
const withoutNode = ['contracts', 'core', 'client', 'dashboard'];

/** Each is a decision, and says where. */
const exceptions = [
  // docs/decisions/2026-11-15-the-cli-loads-the-hub-by-dynamic-import.md
  { file: 'packages/cli/src/hub-config.ts', to: '@patchbay/hub' },
];

interface Import {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const imports = sourceFiles(
  'packages/*/src/*.ts',
  'packages/*/src/**/*.ts',
  'apps/*/src/**/*.ts',
  'apps/*/src/**/*.tsx',
)
  .filter(({ path }) => !path.endsWith('.test.ts'))
  .flatMap(({ path, text }): Import[] => {
    const [, from = ''] = path.split('/');
    const found = text.matchAll(
      /^(?:import|export)\s(?:[\w*\s{},]*?\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gm,
    );
    return [...found].map(([, to, dynamic]) => ({ file: path, from, to: to ?? dynamic ?? '' }));
  });

const isException = ({ file, to }: Import): boolean =>
  exceptions.some((exception) => exception.file === file && exception.to === to);

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

describe('imports point down', () => {
  it('finds imports to look at', () => {
    expect(imports.length).toBeGreaterThan(100);
  });

  it('between our packages, only where the table allows it', () => {
    const own = imports.filter(({ to }) => to.startsWith('@patchbay/'));
    const wrong = own.filter(({ from, to }) => !mayImport[from]?.includes(to.split('/')[1] ?? ''));
    expect(wrong.filter((found) => !isException(found))).toEqual([]);
  });

  it('never past the door of another package', () => {
    const escaping = imports.filter(({ file, to }) => {
      const depth = file.split('/').length - 4; // below packages/<name>/src
      const up = to.split('/').filter((part) => part === '..').length;
      return to.startsWith('.') && up > depth + (to.endsWith('package.json') ? 1 : 0);
    });
    expect(escaping).toEqual([]);
  });

  it('to a vendor library, only from its owner', () => {
    const vendors = imports.filter(({ to }) => !/^(?:\.|node:|@patchbay\/|zod$)/.test(to));
    const wrong = vendors.filter(({ from, to }) => !owners[packageOf(to)]?.includes(from));
    expect(wrong).toEqual([]);
  });

  it('never to Node itself, from what must run anywhere', () => {
    expect(imports.filter(({ from, to }) => withoutNode.includes(from) && to.startsWith('node:'))).toEqual(
      [],
    );
  });
});

describe('core touches nothing', () => {
  const world =
    /\b(?:Date\.now|new Date\(\)|Math\.random|setTimeout|setInterval|setImmediate|fetch\(|process\.|console\.)/;
  const files = sourceFiles('packages/core/src/**/*.ts', 'packages/core/src/*.ts');

  it.each(files.filter(({ path }) => !path.endsWith('.test.ts')))(
    '$path takes time, chance and the world as arguments',
    ({ text }) => {
      expect(withoutComments(text)).not.toMatch(world);
    },
  );
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}
